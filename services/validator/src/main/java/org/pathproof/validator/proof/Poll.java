// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

/** The records that came with one poll, until the last of them is processed. Used by the stream thread that polled. */
public final class Poll {
    private int left;

    Poll(int records) {
        this.left = records;
    }

    /** One of its records is processed. Returns whether it was the last: then there is nothing to do until records come. */
    public boolean processed() {
        left--;
        return left == 0;
    }
}
