// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.List;

/** Makes the summaries of a shard's leaves again, which otherwise only grow. */
final class Summary implements UpkeepTask {
    /** Changes after which the summaries of a small shard are made again. */
    private static final long MIN_CHANGES = 1 << 16;

    private final LeafWalk walk;

    Summary(Shard shard) {
        shard.countChanges();
        walk = new LeafWalk(List.of(shard), (of, afi, at) -> {
            of.summarize(afi, at);
            return 1;
        });
    }

    /** Returns true if as many rows were replaced or removed as the shard has. */
    static boolean isNeeded(Shard shard) {
        return shard.changes() > Math.max(MIN_CHANGES, shard.rows());
    }

    @Override
    public boolean step() {
        return walk.step();
    }
}
