// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The expected routers and peers that are lost. Thread-safe. */
public interface LostRouters {
    /** Returns the lost routers and peers, also the acknowledged ones; empty while the inventory is not up to date. */
    Optional<List<Lost>> lost();

    /**
     * A lost router or peer.
     *
     * @param peer name of the peer; empty for a router
     * @param since time since which it is not up
     */
    record Lost(String router, String peer, Instant since) {}
}
