// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.ownership;

import java.util.function.BooleanSupplier;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.wire.Bytes;

/** The routers, by hash, that this collector owns: it publishes their routes. Safe for use by several threads. */
public interface Ownership {
    /** Returns true when this collector owns a router, as far as it has read. */
    boolean owns(Bytes router);

    /** Returns true while no other collector can have taken over a router of this one without its knowledge. */
    boolean isCertain();

    /** Returns true when a router can be claimed: it has no owner, or its owner is silent. */
    boolean isFree(Bytes router);

    /**
     * Claims a router that is free. Waits until the claim is decided.
     *
     * @param givenUp ends the waiting when true
     * @return true when this collector owns the router
     */
    boolean claim(RouterIdentity router, BooleanSupplier givenUp) throws InterruptedException;

    /**
     * Returns true while this collector still owns a router that it claimed. To be called before each of its messages.
     * Waits while the answer is not known, because Kafka is away or this process was stopped.
     */
    boolean isHeld(Bytes router) throws InterruptedException;

    /** Gives up a router. */
    void release(Bytes router);
}
