// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The allocator for tables: one block of memory outside of the heap, in units of {@link TableShape#UNIT_BYTES}. New
 * tables are placed one after the other up to the end of the block. After that, a clock hand passes over the block
 * again and again (the CLOCK algorithm), and evicts adjacent tables that were not used since its last pass, until there
 * is room for the new table. So tables in use normally remain, and fragmentation is not a problem.
 *
 * <p>While tables larger than the smallest shape take more than a quarter of the block, the hand evicts such tables
 * even if they are in use.
 */
final class TableMemory {
    private static final int LARGE_SHARE_DIVISOR = 4;

    private final MemorySegment memory;
    private final @Nullable KeyTable[] tables; // tables by the index of their first unit
    private int frontier; // units from this index on were never used
    private int hand;
    private int unitsUsed;
    private int unitsOfLarge;

    TableMemory(MemorySegment memory) {
        this.memory = memory;
        tables = new @Nullable KeyTable[Math.toIntExact(memory.byteSize() / TableShape.UNIT_BYTES)];
    }

    int units() {
        return tables.length;
    }

    synchronized int unitsUsed() {
        return unitsUsed;
    }

    /** Allocates memory that was never used. Returns null if none is left. */
    synchronized @Nullable KeyTable takeFresh(KeyTable.Owner owner, TableShape shape) {
        if (tables.length - frontier < shape.units()) {
            return null;
        }
        int at = frontier;
        frontier += shape.units();
        return put(owner, shape, at);
    }

    /**
     * Evicts tables and allocates their memory. Adds the evicted tables to {@code evicted}. Later calls do not find
     * these tables, but calls that run now may still read them. Returns null if two rounds of the hand find no room.
     */
    synchronized @Nullable KeyTable takeOver(KeyTable.Owner owner, TableShape shape, List<KeyTable> evicted) {
        List<KeyTable> run = new ArrayList<>();
        int length = 0;
        // Two rounds, because the first one may only clear the marks of use.
        for (long passed = 0; passed < 2L * frontier; ) {
            if (hand >= frontier) {
                hand = 0;
                length = 0;
                run.clear();
            }
            KeyTable table = tables[hand];
            int units = table == null ? 1 : table.shape().units();
            passed += units;
            hand += units;
            if (table == null) {
                length++;
            } else if (isEvictable(table)) {
                length += units;
                run.add(table);
            } else {
                length = 0;
                run.clear();
            }
            if (length >= shape.units()) {
                for (KeyTable gone : run) {
                    gone.owner().onTableEvicted(gone);
                    remove(gone);
                    evicted.add(gone);
                }
                return put(owner, shape, hand - length);
            }
        }
        return null;
    }

    /** Frees the memory of a table. No running call may read the table. */
    synchronized void release(KeyTable table) {
        remove(table);
    }

    private boolean isEvictable(KeyTable table) {
        if (!table.isReady()) {
            return false;
        }
        boolean tooManyLarge = table.shape() != TableShape.SMALL && unitsOfLarge > tables.length / LARGE_SHARE_DIVISOR;
        return !table.wasUsed() || tooManyLarge;
    }

    private KeyTable put(KeyTable.Owner owner, TableShape shape, int at) {
        KeyTable table =
                new KeyTable(owner, shape, at, memory.asSlice((long) at * TableShape.UNIT_BYTES, shape.bytes()));
        tables[at] = table;
        count(table, shape.units());
        return table;
    }

    private void remove(KeyTable table) {
        tables[table.firstUnit()] = null;
        count(table, -table.shape().units());
    }

    private void count(KeyTable table, int units) {
        unitsUsed += units;
        if (table.shape() != TableShape.SMALL) {
            unitsOfLarge += units;
        }
    }
}
