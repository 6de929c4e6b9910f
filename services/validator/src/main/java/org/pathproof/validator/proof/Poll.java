// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.util.function.BooleanSupplier;

/** Counts the records of one poll that are not processed yet. Only the stream thread that polled uses this object. */
public final class Poll {
    private final BooleanSupplier isUsable;
    private final int records;
    private final long startNanos;
    private long verifiedNanos;
    private int left;

    /**
     * Creates a poll.
     *
     * @param isUsable returns false once the results that were computed ahead may be wrong
     * @param startNanos the {@link System#nanoTime} at which the poll returned
     */
    Poll(int records, BooleanSupplier isUsable, long startNanos) {
        this.records = records;
        this.left = records;
        this.isUsable = isUsable;
        this.startNanos = startNanos;
        this.verifiedNanos = startNanos;
    }

    /** Returns the number of route events of the poll. */
    public int records() {
        return records;
    }

    /** Returns the {@link System#nanoTime} at which the poll returned. */
    public long startNanos() {
        return startNanos;
    }

    /** Returns the {@link System#nanoTime} at which the signatures of all records were verified. */
    public long verifiedNanos() {
        return verifiedNanos;
    }

    /** Sets the time at which the signatures of all records were verified. */
    void setVerified(long nanoTime) {
        verifiedNanos = nanoTime;
    }

    /** Counts a processed record. Returns true for the last one of the poll. */
    public boolean countProcessed() {
        left--;
        return left == 0;
    }

    /** Returns the results, or none once they may be wrong. */
    SignatureResults usable(SignatureResults results) {
        return isUsable.getAsBoolean() ? results : SignatureResults.NONE;
    }
}
