// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;
import org.pathproof.policyapi.feed.ChangeListener;
import org.pathproof.policyapi.store.Route;
import org.pathproof.policyapi.store.RouteChange;
import org.pathproof.policyapi.store.SessionChange;

/** A change of the store, and where it stands in Kafka. */
public sealed interface StoreEvent {
    /** Bytes of an event apart from its routes or sessions. */
    long OVERHEAD = 500;

    ChangeListener.Origin origin();

    /** Bytes that it keeps in memory, roughly. */
    long weight();

    /**
     * A route was announced, judged anew, or withdrawn.
     *
     * @param replayed whether it was read again later, so that the route before is not known
     */
    record OfRoute(RouteChange change, ChangeListener.Origin origin, boolean replayed) implements StoreEvent {
        @Override
        public long weight() {
            return OVERHEAD + weight(change.before()) + weight(change.after());
        }

        private static long weight(@Nullable Route route) {
            return route == null ? 0 : route.weight();
        }
    }

    /** A session changed its state. */
    record OfSession(SessionChange change, ChangeListener.Origin origin) implements StoreEvent {
        @Override
        public long weight() {
            return OVERHEAD + weight(change.before()) + weight(change.after());
        }

        private static long weight(@Nullable Session session) {
            return session == null ? 0 : 2L * session.getSerializedSize();
        }
    }
}
