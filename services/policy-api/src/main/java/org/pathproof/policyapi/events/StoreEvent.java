// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.SessionChange;

/** A change of the store and its origin in Kafka. */
public sealed interface StoreEvent {
    /** Approximate size of an event without its routes and sessions, in bytes. */
    long OVERHEAD = 500;

    ChangeListener.Origin origin();

    /** Returns the approximate size in memory in bytes. */
    long weight();

    /**
     * A route was announced, validated again, or withdrawn.
     *
     * @param replayed true if a replay has read the event from Kafka; the previous route is then unknown
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

    /** The record of a session changed. */
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
