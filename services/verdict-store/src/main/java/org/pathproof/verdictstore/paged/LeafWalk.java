// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;

/** Visits all leaves of some shards in steps. Writers may change the leaves between the steps. */
final class LeafWalk {
    /** Receives a leaf that may be changed. */
    interface Visitor {
        /** Returns the number of leaves that are left of the visited one: 0 or 1. */
        int visit(Shard shard, int afi, int at);
    }

    /** A leaf has thousands of rows, which take up to a millisecond. */
    private static final int LEAVES_OF_STEP = 1;

    private final List<Shard> shards;
    private final Visitor visitor;
    private int shard;
    private int afi = AfiSafi.AFI_IPV4;
    /** The first place that was not visited in this shard and family; null for the beginning. */
    private @Nullable Place next;

    LeafWalk(List<Shard> shards, Visitor visitor) {
        this.shards = shards;
        this.visitor = visitor;
    }

    /** Visits some leaves. Returns false when all were visited. */
    boolean step() {
        int left = LEAVES_OF_STEP;
        while (left > 0 && shard < shards.size()) {
            Shard present = shards.get(shard);
            present.begin();
            int at = next == null ? 0 : present.leafOf(next);
            for (; left > 0 && at < present.leaves(afi); left--) {
                at += visitor.visit(present, afi, at);
            }
            next = at < present.leaves(afi) ? present.firstPlace(afi, at) : null;
            present.commit();
            if (next == null) {
                left--;
                shard = afi == AfiSafi.AFI_IPV6 ? shard + 1 : shard;
                afi = afi == AfiSafi.AFI_IPV6 ? AfiSafi.AFI_IPV4 : AfiSafi.AFI_IPV6;
            }
        }
        return shard < shards.size();
    }
}
