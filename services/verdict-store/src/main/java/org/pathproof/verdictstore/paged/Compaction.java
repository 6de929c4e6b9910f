// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.List;

/** Moves the blocks of a shard out of pages that are mostly free, so that the pages can be used for other sizes. */
final class Compaction implements UpkeepTask {
    /** Free places may be this part of the blocks: 1 in 20. */
    private static final long TOLERATED_PART = 20;
    /** Free places that are no reason to move blocks: some pages of each size are always part-filled. */
    private static final long TOLERATED_BYTES = 1L << 20;

    private final Shard shard;
    private final LeafWalk walk;

    Compaction(Shard shard) {
        this.shard = shard;
        this.walk = new LeafWalk(List.of(shard), (of, afi, at) -> {
            of.compact(afi, at);
            return 1;
        });
        shard.blocks().slabs().beginCompaction();
    }

    /**
     * Returns true if the pages of a shard are much larger than its blocks.
     *
     * @param least result of {@link #unused} after the last time
     */
    static boolean isNeeded(Shard shard, long least) {
        long tolerated = shard.blocks().slabs().liveBytes() / TOLERATED_PART + TOLERATED_BYTES;
        return unused(shard) > Math.max(tolerated, least + least / 2);
    }

    /** Returns the bytes of pages that no block uses. */
    static long unused(Shard shard) {
        return shard.blocks().slabs().pageBytes() - shard.blocks().slabs().liveBytes();
    }

    Shard shard() {
        return shard;
    }

    @Override
    public boolean step() {
        boolean more = walk.step();
        if (!more) {
            shard.blocks().slabs().endCompaction();
        }
        return more;
    }
}
