// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

/** Counts the records of one poll that are not processed yet. Only the stream thread that polled uses this object. */
public final class Poll {
    private int left;

    Poll(int records) {
        this.left = records;
    }

    /** Counts a processed record. Returns true for the last one of the poll. */
    public boolean processed() {
        left--;
        return left == 0;
    }
}
