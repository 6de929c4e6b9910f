// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places at which a walk continues, shard by shard. A shard is often ahead of the others: it had no matching row up
 * to its place, so the next portion of the walk need not look for one again. Not thread-safe.
 */
public final class Frontier {
    private final Place start;
    /** The place of each shard that is not at its end; null before the first portion. */
    private @Nullable Map<Shard, Place> places;

    /** Creates the beginning of a walk over one address family. */
    public Frontier(Place start) {
        this.start = start;
    }

    /** Returns the address family of the walk. */
    public int afi() {
        return start.afi();
    }

    Place start() {
        return start;
    }

    /** Returns the place at which the walk continues in a shard; null at the end of the shard. */
    @Nullable
    Place of(Shard shard) {
        return places == null ? start : places.get(shard);
    }

    /** Replaces the places. */
    void move(Map<Shard, Place> further) {
        places = further;
    }
}
