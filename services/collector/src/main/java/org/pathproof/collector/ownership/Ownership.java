// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.ownership;

import java.util.function.BooleanSupplier;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.wire.Bytes;

/** Which routers, by their hashes, this collector publishes. Safe for use by several threads. */
public interface Ownership {
    /** Whether this collector owns a router, as far as is known. */
    boolean owns(Bytes router);

    /** Whether nobody can have taken anything from us that we do not know of. */
    boolean isCertain();

    /** Whether a router can be claimed: nobody owns it, or somebody of whom nothing is heard. */
    boolean isFree(Bytes router);

    /** Claims a router that is free. Waits until it is known who got it, or until {@code givenUp}. Returns whether it is ours. */
    boolean claim(RouterIdentity router, BooleanSupplier givenUp) throws InterruptedException;

    /**
     * Whether a router that was claimed is still ours: to be asked before each of its messages. Waits while that cannot be known, because
     * Kafka is away or this process stood still.
     */
    boolean isHeld(Bytes router) throws InterruptedException;

    /** Gives a router up. */
    void release(Bytes router);
}
