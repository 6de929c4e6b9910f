// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.load;

import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;

/** Receives the updates of the load before routers send them. Each router has a thread of its own. */
public interface LoadListener {
    /** Ignores all updates. */
    LoadListener NONE = new LoadListener() {
        @Override
        public void announced(World.Neighbour neighbour, Nlri nlri, int number, Kind kind, Update update) {}

        @Override
        public void withdrawn(World.Neighbour neighbour, Nlri nlri) {}
    };

    /**
     * A neighbour announces a route.
     *
     * @param number number of the update; the router adds it to the update as the only community
     */
    void announced(World.Neighbour neighbour, Nlri nlri, int number, Kind kind, Update update);

    /** A neighbour withdraws a route that it announced. */
    void withdrawn(World.Neighbour neighbour, Nlri nlri);
}
