// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.HashMap;
import java.util.Map;

/** The matching rows of all shards by prefix, in order. Valid while its {@link Reading} is open. Not thread-safe. */
public final class RowCursor {
    private final int afi;
    private final PrefixRows rows;
    /** A heap of cursors, each at its next block; the first one is least. */
    private final BlockCursor[] heap;

    private int size;

    RowCursor(BlockCursor[] cursors, int count, int afi, PrefixRows rows) {
        this.heap = cursors;
        this.size = count;
        this.afi = afi;
        this.rows = rows;
        for (int i = count / 2 - 1; i >= 0; i--) {
            siftDown(i);
        }
    }

    private void siftDown(int from) {
        BlockCursor moved = heap[from];
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && BlockCursor.compare(heap[child + 1], heap[child]) < 0) {
                child++;
            }
            if (BlockCursor.compare(moved, heap[child]) <= 0) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
    }

    /** Moves to the next prefix with matching rows. Returns false at the end. */
    public boolean next() {
        while (size > 0) {
            BlockCursor least = heap[0];
            Place place = least.place(afi);
            rows.clear(least.shard(), place);
            boolean more;
            do {
                rows.add(least.array(), least.at());
                more = least.next();
            } while (more && least.isOf(place));
            if (!more) {
                heap[0] = heap[--size];
            }
            if (size > 0) {
                siftDown(0);
            }
            if (rows.count() > 0) {
                rows.sort();
                return true;
            }
        }
        return false;
    }

    /** Lets a walk continue after the present prefix. */
    public void leaveAt(Frontier frontier) {
        Map<Shard, Place> places = HashMap.newHashMap(size);
        for (int i = 0; i < size; i++) {
            places.put(heap[i].shard(), heap[i].place(afi));
        }
        frontier.move(places);
    }

    /** Returns the rows of the present prefix, until the next move. */
    public PrefixRows rows() {
        return rows;
    }
}
