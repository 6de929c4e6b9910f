// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

/** Writes counts with their nouns: "1 record", "2 records". */
public final class Plural {
    private Plural() {}

    /** Returns the count and the noun, with an "s" unless the count is 1. */
    public static String of(long count, String noun) {
        return count + " " + (count == 1 ? noun : noun + "s");
    }

    /**
     * Returns the count and the word that agrees with it.
     *
     * @param one the words for a count of 1, such as "record is"
     * @param many the words for other counts, such as "records are"
     */
    public static String of(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }
}
