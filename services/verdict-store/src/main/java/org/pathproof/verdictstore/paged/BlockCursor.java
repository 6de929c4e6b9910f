// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import org.pathproof.verdictstore.row.Block;
import org.pathproof.wire.AfiSafi;

/**
 * The blocks of one shard and address family in order, as they were at a commit. Leaves and blocks that cannot have a
 * matching row are skipped. Not thread-safe.
 */
final class BlockCursor {
    private static final Leaf EMPTY = Leaf.of(Place.start(AfiSafi.AFI_IPV4), 0).slice(0, 0);

    private final ShardState state;
    private final Blocks blocks;
    private final Shard shard;
    private final RowFilter filter;
    private final Root root;
    private int nextLeaf;
    private int next;
    private Leaf leaf;
    private int i;
    private byte[] array = new byte[0];
    private int at;

    /** Creates a cursor before the first block that begins at a place or after it. */
    BlockCursor(Shard shard, ShardState state, Place from, RowFilter filter) {
        this.shard = shard;
        this.state = state;
        this.blocks = shard.blocks();
        this.filter = filter;
        this.root = state.root(from.afi());
        int floor = root.floor(from);
        this.nextLeaf = Math.max(0, floor);
        this.leaf = EMPTY;
        if (floor >= 0) {
            openLeaf();
            if (next == 0) {
                int before = leaf.floor(from);
                next = before >= 0 && leaf.compare(before, from) == 0 ? before : before + 1;
            }
        }
    }

    private void openLeaf() {
        leaf = root.leaf(nextLeaf++);
        next = filter.mayMatch(leaf) ? 0 : leaf.count();
    }

    /** Moves to the next block. Returns false at the end. */
    boolean next() {
        while (true) {
            while (next == leaf.count()) {
                if (nextLeaf == root.count()) {
                    return false;
                }
                openLeaf();
            }
            i = next++;
            if (open()) {
                return true;
            }
        }
    }

    /** Moves to the next block if it is of the prefix and SAFI of a place. Returns false after the last such block. */
    boolean nextOf(Place place) {
        while (true) {
            if (next == leaf.count()) {
                if (nextLeaf == root.count() || !root.leaf(nextLeaf).isOf(0, place)) {
                    return false;
                }
                openLeaf();
            } else if (leaf.isOf(next, place)) {
                i = next++;
                if (open()) {
                    return true;
                }
            } else {
                return false;
            }
        }
    }

    /** Looks at the block. Returns false if the block cannot have a matching row. */
    private boolean open() {
        if (!filter.matchesUnion(leaf.union(i))) {
            return false;
        }
        int handle = blocks.visible(leaf.handle(i), state.commit());
        if (handle == 0) {
            return false;
        }
        array = blocks.array(handle);
        at = Blocks.at(handle);
        return filter.matchesUnion(Block.union(array, at));
    }

    Shard shard() {
        return shard;
    }

    byte[] array() {
        return array;
    }

    /** Returns the index of the block in its array. */
    int at() {
        return at;
    }

    /** Returns the place of the block's first row, or one before it. */
    Place first(int afi) {
        return place(afi).at(leaf.position(i));
    }

    /** Returns true if the block is of the prefix and SAFI of a place. */
    boolean isOf(Place place) {
        return leaf.isOf(i, place);
    }

    /** Returns the beginning of the prefix of the block. */
    Place place(int afi) {
        return new Place(afi, leaf.hi(i), leaf.lo(i), leaf.shape(i), 0);
    }

    /** Compares the prefixes of the blocks of two cursors. */
    static int compare(BlockCursor a, BlockCursor b) {
        int c = Long.compareUnsigned(a.leaf.hi(a.i), b.leaf.hi(b.i));
        if (c == 0) {
            c = Long.compareUnsigned(a.leaf.lo(a.i), b.leaf.lo(b.i));
        }
        return c != 0 ? c : Integer.compare(a.leaf.shape(a.i), b.leaf.shape(b.i));
    }
}
