// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One piece of memory outside of the heap, cut into units, and which tables stand where. New tables go behind all others until the
 * end is reached; from then on a clock hand goes round. It takes what is free or was not used since it last came by, as many
 * neighbours as the new table needs: a table that many use stays, and there is no fragmentation to mend.
 *
 * <p>Tables of wide windows are a luxury: once they take more than a quarter of the memory, the hand takes them first.
 */
final class TableMemory {
    private static final int WIDE_SHARE = 4;

    private final MemorySegment memory;
    private final @Nullable KeyTable[] tables; // at their first unit
    private int frontier; // nothing was ever put behind here
    private int hand;
    private int unitsUsed;
    private int unitsOfWide;

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

    /** Room that no other table ever had; null when there is none left. */
    synchronized @Nullable KeyTable takeFresh(KeyTable.Owner owner, TableShape shape) {
        if (tables.length - frontier < shape.units()) {
            return null;
        }
        int at = frontier;
        frontier += shape.units();
        return put(owner, shape, at);
    }

    /**
     * Room that others had. Those who lose theirs are added to {@code evicted}; they cannot be found any more, but calls that run may
     * still read them. Null when everything is in use.
     */
    synchronized @Nullable KeyTable takeOver(KeyTable.Owner owner, TableShape shape, List<KeyTable> evicted) {
        List<KeyTable> run = new ArrayList<>();
        int length = 0;
        // Twice round: the first time may only clear the marks of use.
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
            } else if (mayGo(table)) {
                length += units;
                run.add(table);
            } else {
                length = 0;
                run.clear();
            }
            if (length >= shape.units()) {
                for (KeyTable gone : run) {
                    gone.owner().tableEvicted(gone);
                    remove(gone);
                    evicted.add(gone);
                }
                return put(owner, shape, hand - length);
            }
        }
        return null;
    }

    /** Gives room back. No call may read the table any more. */
    synchronized void release(KeyTable table) {
        remove(table);
    }

    private boolean mayGo(KeyTable table) {
        if (!table.isReady()) {
            return false;
        }
        boolean luxury = table.shape() != TableShape.COLD && unitsOfWide > tables.length / WIDE_SHARE;
        return !table.wasUsed() || luxury;
    }

    private KeyTable put(KeyTable.Owner owner, TableShape shape, int at) {
        KeyTable table =
                new KeyTable(owner, shape, at, memory.asSlice((long) at * TableShape.UNIT_BYTES, shape.octets()));
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
        if (table.shape() != TableShape.COLD) {
            unitsOfWide += units;
        }
    }
}
