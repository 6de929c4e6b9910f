// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.sessions;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.Bytes;

/** The sessions of each router, by its hash. Safe for use by several threads. */
final class RouterIndex {
    private final Map<Bytes, Set<SessionId>> sessions = new ConcurrentHashMap<>();

    /** Applies a change of a record; null for no record. */
    void replace(SessionId id, @Nullable Session before, @Nullable Session after) {
        if (before == null && after != null) {
            sessions.compute(router(after), (router, known) -> {
                Set<SessionId> ids = known == null ? ConcurrentHashMap.newKeySet() : known;
                ids.add(id);
                return ids;
            });
        } else if (before != null && after == null) {
            sessions.computeIfPresent(router(before), (router, ids) -> {
                ids.remove(id);
                return ids.isEmpty() ? null : ids;
            });
        }
    }

    /** Returns the sessions of a router. */
    Set<SessionId> of(Bytes router) {
        return sessions.getOrDefault(router, Set.of());
    }

    boolean has(Bytes router) {
        return sessions.containsKey(router);
    }

    private static Bytes router(Session record) {
        return Bytes.wrap(record.getRouterHash().toByteArray());
    }
}
