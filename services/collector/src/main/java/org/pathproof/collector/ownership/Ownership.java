// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.ownership;

import java.util.function.BooleanSupplier;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.wire.Bytes;

/** The routers, by hash, whose routes this collector publishes: it owns them. Safe for use by several threads. */
public interface Ownership {
    /** Returns true if this collector owns a router, by the records read so far. */
    boolean owns(Bytes router);

    /** Returns true while no other collector can have taken over a router of this one unnoticed. */
    boolean isCertain();

    /** Returns true if a router can be claimed: it has no owner, its owner is silent, or this collector owns it. */
    boolean isFree(Bytes router);

    /**
     * Claims a router that is free. Waits until the claim is decided.
     *
     * @param givenUp ends the waiting when it returns true
     * @return true if this collector owns the router
     */
    boolean claim(RouterIdentity router, BooleanSupplier givenUp) throws InterruptedException;

    /**
     * Returns true while this collector still owns a router that it claimed. Callers call this method before each
     * message of the router. Waits while the response is unknown, because Kafka is unreachable or this process was
     * suspended.
     */
    boolean isHeld(Bytes router) throws InterruptedException;

    /** Releases a router: other collectors may claim it. */
    void release(Bytes router);
}
