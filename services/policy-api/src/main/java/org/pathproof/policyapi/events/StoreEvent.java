// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import org.pathproof.policyapi.feed.ChangeListener;
import org.pathproof.policyapi.store.RouteChange;
import org.pathproof.policyapi.store.SessionChange;

/** A change of the store, and where it stands in Kafka. */
public sealed interface StoreEvent {
    ChangeListener.Origin origin();

    /**
     * A route was announced, judged anew, or withdrawn.
     *
     * @param replayed whether it was read again later, so that the route before is not known
     */
    record OfRoute(RouteChange change, ChangeListener.Origin origin, boolean replayed) implements StoreEvent {}

    /** A session changed its state. */
    record OfSession(SessionChange change, ChangeListener.Origin origin) implements StoreEvent {}
}
