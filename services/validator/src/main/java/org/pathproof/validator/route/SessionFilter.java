// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.pathproof.contracts.SessionId;
import org.pathproof.validator.store.RowCursor;

/**
 * Selects the rows of some sessions with an epoch below a limit. Rows of these sessions whose value is not divided,
 * such as those in the long form ({@link RowFlags}), are always selected. Reads rows in place and creates no objects
 * for them. Not thread-safe.
 */
public final class SessionFilter {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int LEAST_SLOTS = 16;
    private static final long MIXER = 0x9e3779b97f4a7c15L; // 2^64 divided by the golden ratio

    /**
     * Number of longs in a slot: the two halves of the session id, and the two epochs, each epoch plus 1. A slot whose
     * epochs are 0 is free.
     */
    private static final int SLOT = 4;

    private static final int EPOCH = 2;
    private static final int PUBLISHED = 3;

    private long[] slots = new long[LEAST_SLOTS * SLOT];
    private int size;

    /**
     * Adds a session, or replaces its epochs.
     *
     * @param epoch rows that were announced in an older epoch are selected
     * @param published rows whose verdict was published in an older epoch are selected
     */
    public void put(SessionId session, long epoch, long published) {
        if (2 * size >= slots.length / SLOT) {
            grow();
        }
        byte[] bytes = session.bytes().toArray();
        size += put(slots, (long) LONGS.get(bytes, 0), (long) LONGS.get(bytes, Long.BYTES), epoch + 1, published + 1);
    }

    /** Removes all sessions. */
    public void clear() {
        slots = new long[LEAST_SLOTS * SLOT];
        size = 0;
    }

    /** Returns true if the filter selects a row. */
    boolean selects(RowCursor row) {
        int slot = slot(slots, row.sessionHigh(), row.sessionLow());
        if (slots[slot + EPOCH] == 0) {
            return false;
        }
        byte[] part = row.sessionPart();
        return row.isWhole()
                || RowShape.epoch(part) < slots[slot + EPOCH] - 1
                || RowShape.publishedEpoch(part) < slots[slot + PUBLISHED] - 1;
    }

    private void grow() {
        long[] larger = new long[2 * slots.length];
        for (int slot = 0; slot < slots.length; slot += SLOT) {
            if (slots[slot + EPOCH] != 0) {
                put(larger, slots[slot], slots[slot + 1], slots[slot + EPOCH], slots[slot + PUBLISHED]);
            }
        }
        slots = larger;
    }

    /** Puts a session into its slot. Returns 1 if the session is new, else 0. */
    private static int put(long[] into, long high, long low, long epoch, long published) {
        int slot = slot(into, high, low);
        int added = into[slot + EPOCH] == 0 ? 1 : 0;
        into[slot] = high;
        into[slot + 1] = low;
        into[slot + EPOCH] = epoch;
        into[slot + PUBLISHED] = published;
        return added;
    }

    /** Returns the index of the slot that holds the id, or of the free slot where it belongs. */
    private static int slot(long[] in, long high, long low) {
        int mask = in.length / SLOT - 1;
        int slot = Long.hashCode((high + 31 * low) * MIXER) & mask;
        while (in[SLOT * slot + EPOCH] != 0 && (in[SLOT * slot] != high || in[SLOT * slot + 1] != low)) {
            slot = (slot + 1) & mask;
        }
        return SLOT * slot;
    }
}
