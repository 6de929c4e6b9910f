// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

/**
 * Positions of records in the history. A topic that was deleted and created again begins at offset 0 with a new
 * generation, so positions of a partition always increase.
 */
public final class Positions {
    private static final int OFFSET_BITS = 48;

    private Positions() {}

    /** Returns the position of an offset. */
    public static long of(int generation, long offset) {
        return (long) generation << OFFSET_BITS | offset;
    }

    /** Returns the offset of a position. */
    public static long offset(long position) {
        return position & (1L << OFFSET_BITS) - 1;
    }
}
