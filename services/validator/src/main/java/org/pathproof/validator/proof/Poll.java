// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.util.function.BooleanSupplier;

/** Counts the records of one poll that are not processed yet. Only the stream thread that polled uses this object. */
public final class Poll {
    private final BooleanSupplier isUsable;
    private int left;

    /** @param isUsable returns false once the answers that were verified ahead may be wrong */
    Poll(int records, BooleanSupplier isUsable) {
        this.left = records;
        this.isUsable = isUsable;
    }

    /** Counts a processed record. Returns true for the last one of the poll. */
    public boolean processed() {
        left--;
        return left == 0;
    }

    /** Returns the answers, or none once they may be wrong. */
    Answers usable(Answers answers) {
        return isUsable.getAsBoolean() ? answers : Answers.NONE;
    }
}
