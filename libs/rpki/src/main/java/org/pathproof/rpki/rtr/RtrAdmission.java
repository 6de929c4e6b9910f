// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;

/** Counts an {@link RtrServer}'s connections in total and by address. Thread-safe. */
final class RtrAdmission {
    /** Number of leading bytes of an IPv6 address that identify a subscriber: a /64. */
    private static final int IPV6_SITE = 8;

    private final RtrLimits limits;
    private final Map<Bytes, Integer> byAddress = new HashMap<>();
    private int all;

    RtrAdmission(RtrLimits limits) {
        this.limits = limits;
    }

    /** Counts a connection. Returns null if the connection was counted, else the limit that it would exceed. */
    synchronized RtrLimits.@Nullable Kind enter(InetAddress address) {
        if (all >= limits.maxSessions()) {
            return RtrLimits.Kind.SESSIONS;
        }
        Bytes site = site(address);
        int there = byAddress.getOrDefault(site, 0);
        if (there >= limits.maxSessionsPerAddress()) {
            return RtrLimits.Kind.SESSIONS_PER_ADDRESS;
        }
        byAddress.put(site, there + 1);
        all++;
        return null;
    }

    /** Stops counting a connection that {@link #enter} counted. */
    synchronized void leave(InetAddress address) {
        byAddress.computeIfPresent(site(address), (site, count) -> count == 1 ? null : count - 1);
        all--;
    }

    synchronized boolean isFull() {
        return all >= limits.maxSessions();
    }

    private static Bytes site(InetAddress address) {
        Bytes bytes = Bytes.wrap(address.getAddress());
        return bytes.length() == 4 ? bytes : bytes.slice(0, IPV6_SITE).compact();
    }
}
