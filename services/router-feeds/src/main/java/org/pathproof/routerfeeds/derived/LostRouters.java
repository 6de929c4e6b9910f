// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.pathproof.contracts.v1.Session;
import org.pathproof.verdictstore.store.SessionView;
import org.pathproof.wire.Bytes;

/**
 * Routers that have had no BMP connection for {@code pathproof.feeds.router-hold}. A router whose messages come through
 * Kafka never counts as lost. Not thread-safe.
 */
final class LostRouters {
    private final Duration hold;
    private final Map<Bytes, Instant> disconnectedAt = new HashMap<>();

    LostRouters(Duration hold) {
        this.hold = hold;
    }

    /**
     * Returns the hashes of the lost routers.
     *
     * @param connected hashes of the routers with a BMP connection
     */
    Set<Bytes> now(Collection<SessionView> sessions, Set<Bytes> connected, Instant now) {
        Set<Bytes> routers = new HashSet<>();
        for (SessionView view : sessions) {
            view.session()
                    .filter(session -> !session.getRelayed())
                    .map(Session::getRouterHash)
                    .map(hash -> Bytes.wrap(hash.toByteArray()))
                    .filter(hash -> !connected.contains(hash))
                    .ifPresent(routers::add);
        }
        disconnectedAt.keySet().retainAll(routers);
        Set<Bytes> lost = new HashSet<>();
        for (Bytes router : routers) {
            Instant since = disconnectedAt.computeIfAbsent(router, ignored -> now);
            if (!now.isBefore(since.plus(hold))) {
                lost.add(router);
            }
        }
        return lost;
    }
}
