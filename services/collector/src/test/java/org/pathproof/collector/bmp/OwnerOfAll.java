// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.pathproof.collector.ownership.Ownership;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.wire.Bytes;

/** The ownership of a single collector, which owns all routers. Records the claims and the releases. */
final class OwnerOfAll implements Ownership {
    private final List<Bytes> claimed = new CopyOnWriteArrayList<>();
    private final List<Bytes> released = new CopyOnWriteArrayList<>();

    /** Returns the hashes of the claimed routers, in the order of the claims. */
    List<Bytes> claimed() {
        return claimed;
    }

    /** Returns the hashes of the released routers, in the order of the releases. */
    List<Bytes> released() {
        return released;
    }

    @Override
    public boolean owns(Bytes router) {
        return true;
    }

    @Override
    public boolean isCertain() {
        return true;
    }

    @Override
    public boolean isFree(Bytes router) {
        return true;
    }

    @Override
    public boolean claim(RouterIdentity router, BooleanSupplier givenUp) {
        claimed.add(router.hash());
        return true;
    }

    @Override
    public boolean isHeld(Bytes router) {
        return true;
    }

    @Override
    public void release(Bytes router) {
        released.add(router);
    }
}
