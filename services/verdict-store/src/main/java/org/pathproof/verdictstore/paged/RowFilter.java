// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.row.RowFlags;

/**
 * Selects shown rows. A set of states that is 0, and a number that is absent, select every row. Immutable.
 *
 * @param states path states as bits of {@link RowFlags#union}; likewise the others
 * @param sessions numbers of the sessions; null for all
 * @param asn an AS anywhere in the path
 * @param originAs the last AS of the path
 */
public record RowFilter(
        long states,
        long origins,
        long aspa,
        long rules,
        @Nullable Sessions sessions,
        OptionalLong asn,
        OptionalLong originAs) {
    /** Selects every shown row. */
    public static final RowFilter ALL = new RowFilter(0, 0, 0, 0, null, OptionalLong.empty(), OptionalLong.empty());

    /** Numbers of sessions. Immutable. */
    public static final class Sessions {
        /** Up to this number of sessions, each one is searched for in a block. */
        private static final int FEW = 4;

        private final int[] numbers;
        private final long[] bits;
        private final long[] folded;

        /** @param numbers the numbers in ascending order */
        public Sessions(int[] numbers) {
            this.numbers = numbers.clone();
            bits = new long[numbers.length == 0 ? 0 : (numbers[numbers.length - 1] >>> 6) + 1];
            for (int number : numbers) {
                bits[number >>> 6] |= 1L << number;
            }
            folded = Leaf.folded(bits);
        }

        boolean areFew() {
            return numbers.length <= FEW;
        }

        int count() {
            return numbers.length;
        }

        int number(int i) {
            return numbers[i];
        }

        boolean has(int number) {
            return number >>> 6 < bits.length && (bits[number >>> 6] >>> number & 1) != 0;
        }
    }

    /** Returns a filter for the rows of some sessions, given in ascending order. */
    public static RowFilter ofSessions(int... numbers) {
        return new RowFilter(0, 0, 0, 0, new Sessions(numbers), OptionalLong.empty(), OptionalLong.empty());
    }

    /** Returns true if one of the rows with these flags may match. For the flags of one row, returns if they match. */
    boolean matchesUnion(long union) {
        return (states == 0 || (states & union) != 0)
                && (origins == 0 || (origins & union) != 0)
                && (aspa == 0 || (aspa & union) != 0)
                && (rules == 0 || (rules & union) != 0);
    }

    boolean mayMatch(Leaf leaf) {
        return matchesUnion(leaf.union())
                && (sessions == null || leaf.mayHaveAny(sessions.folded))
                && (asn.isEmpty() || leaf.mayHaveAs((int) asn.getAsLong()))
                && (originAs.isEmpty() || leaf.mayHaveOrigin((int) originAs.getAsLong()));
    }

    /** Returns true if variants are compared. */
    boolean selectsVariants() {
        return (states | origins | aspa | rules) != 0 || selectsPaths();
    }

    /** Returns true if paths are compared. */
    boolean selectsPaths() {
        return asn.isPresent() || originAs.isPresent();
    }

    @Override
    public String toString() {
        return "states " + Long.toBinaryString(states | origins | aspa | rules)
                + (sessions == null ? "" : " sessions " + Arrays.toString(sessions.numbers))
                + " AS " + asn + " origin " + originAs;
    }
}
