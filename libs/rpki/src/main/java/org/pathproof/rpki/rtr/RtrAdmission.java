// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Counts an {@link RtrServer}'s connections in total and by address, and refuses addresses outside of the allowed
 * prefixes. Thread-safe.
 */
final class RtrAdmission {
    /** Number of leading bytes of an IPv6 address that identify a subscriber: a /64. */
    private static final int IPV6_SITE = 8;

    private final RtrLimits limits;
    private final List<Prefix> allowed;
    private final Map<Bytes, Integer> byAddress = new HashMap<>();
    private int all;

    RtrAdmission(RtrLimits limits, List<Prefix> allowed) {
        this.limits = limits;
        this.allowed = allowed;
    }

    /** Counts a connection. Returns null if the connection was counted, else the reason for a refusal. */
    synchronized RtrLimits.@Nullable Kind enter(InetAddress address) {
        if (!allowed.isEmpty() && allowed.stream().noneMatch(prefix -> prefix.covers(host(address)))) {
            return RtrLimits.Kind.ADDRESS;
        }
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

    /** Returns an address as prefix. */
    static Prefix host(InetAddress address) {
        byte[] bytes = address.getAddress();
        return Prefix.of(bytes.length == 4 ? 1 : 2, Bytes.wrap(bytes), 8 * bytes.length);
    }

    private static Bytes site(InetAddress address) {
        Bytes bytes = Bytes.wrap(address.getAddress());
        return bytes.length() == 4 ? bytes : bytes.slice(0, IPV6_SITE).compact();
    }
}
