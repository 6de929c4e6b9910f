// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.function.BooleanSupplier;
import org.pathproof.collector.ownership.Ownership;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.wire.Bytes;

/** The ownership of a single collector, which owns all routers. */
final class OwnerOfAll implements Ownership {
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
        return true;
    }

    @Override
    public boolean isHeld(Bytes router) {
        return true;
    }

    @Override
    public void release(Bytes router) {
        // A single collector keeps all routers.
    }
}
