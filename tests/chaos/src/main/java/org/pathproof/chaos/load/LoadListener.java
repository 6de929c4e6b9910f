// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.load;

import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;

/** Receives the updates of the load before routers send them. Each router has a thread of its own. */
public interface LoadListener {
    /** Ignores all updates. */
    LoadListener NONE = new LoadListener() {
        @Override
        public void onAnnounce(World.Neighbor neighbor, Nlri nlri, int number, Kind kind, Update update) {}

        @Override
        public void onWithdraw(World.Neighbor neighbor, Nlri nlri) {}
    };

    /**
     * Handles a route that a neighbor announces.
     *
     * @param number number of the update; the router adds it to the update as the only community
     */
    void onAnnounce(World.Neighbor neighbor, Nlri nlri, int number, Kind kind, Update update);

    /** Handles the withdrawal of a route that the neighbor announced. */
    void onWithdraw(World.Neighbor neighbor, Nlri nlri);
}
