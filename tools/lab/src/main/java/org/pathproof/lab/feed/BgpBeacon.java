// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.feed;

import java.util.List;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;

/** A route of a neighbor of its own. The route passes from BMP through collector and validator to the BGP feed. */
record BgpBeacon(SimulatedRouter router, BgpFeed feed) implements Beacon.Target {
    private static final long NEIGHBOR_AS = 64510;
    /** Neighbor 192.0.2.250. */
    private static final LabPeer NEIGHBOR = LabPeer.plain(NEIGHBOR_AS, Bytes.fromHex("c00002fa"));

    private static final Prefix PREFIX = Prefix.ipv4(0xc0000280, 25); // 192.0.2.128/25
    private static final Update UPDATE = LabUpdates.plain(Nlri.of(PREFIX), List.of(NEIGHBOR_AS));

    /** Adds the neighbor and its route to a router that is not started yet. */
    static void prepare(SimulatedRouter router) {
        router.add(NEIGHBOR);
        router.announce(NEIGHBOR, UPDATE);
    }

    @Override
    public void change(boolean present) {
        if (present) {
            router.announce(NEIGHBOR, UPDATE);
        } else {
            var _ = router.withdraw(NEIGHBOR, Nlri.of(PREFIX));
        }
    }

    @Override
    public boolean isPresent() {
        return feed.announces(PREFIX);
    }
}
