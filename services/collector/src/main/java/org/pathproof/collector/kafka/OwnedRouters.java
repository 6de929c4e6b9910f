// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import org.pathproof.wire.Bytes;

/** The routers that this collector owns. */
public interface OwnedRouters {
    /**
     * Returns true if this collector owns a router, and no other collector can have taken it over unnoticed.
     *
     * @param router hash of the router
     */
    boolean owns(Bytes router);

    /** Makes a router send all its tables again. */
    void resync(Bytes router);
}
