// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.admission.ClientSite;

/**
 * Counts an {@link RtrServer}'s connections in total and by address, and refuses addresses outside of the allowed
 * prefixes. Thread-safe.
 */
final class RtrAdmission {
    private final RtrLimits limits;
    private final List<Prefix> allowed;
    private final Map<ClientSite, Integer> byAddress = new HashMap<>();
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
        ClientSite site = ClientSite.of(address);
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
        byAddress.computeIfPresent(ClientSite.of(address), (site, count) -> count == 1 ? null : count - 1);
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
}
