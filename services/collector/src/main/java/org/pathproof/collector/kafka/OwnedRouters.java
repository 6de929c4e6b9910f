// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import org.pathproof.wire.Bytes;

/** The routers that this collector owns. */
public interface OwnedRouters {
    /** Returns true when this collector certainly owns a router, by its hash. */
    boolean owns(Bytes router);

    /** Makes a router send all its tables again. */
    void resync(Bytes router);
}
