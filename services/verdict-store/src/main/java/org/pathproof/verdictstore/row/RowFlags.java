// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import org.pathproof.verdictstore.memory.Words;

/**
 * Flags of a variant in 32 bits: its three states and other small facts. {@link #union} turns the states into a bit for
 * each value, so that the flags of many rows are one number.
 */
public final class RowFlags {
    /** Number of path states. */
    public static final int FIRST_ORIGIN = 5;
    /** Number of path states and origin states. */
    public static final int FIRST_ASPA = FIRST_ORIGIN + 4;
    /** Number of bits of {@link #union} for the states; the bits of the rules follow. */
    public static final int STATE_BITS = FIRST_ASPA + 4;
    /** Maximum number of rules in a union. */
    public static final int MAX_RULES = 32;

    /** The row came with a BGPsec_PATH. */
    public static final int SIGNED = 1 << 7;
    /** The state is that of another row. */
    public static final int DERIVED = 1 << 8;
    /** First of the bits that this package does not interpret. They end at {@link #ORIGIN_TAG_SHIFT}. */
    public static final int FIRST_FREE = 9;
    /** Position of a hash of the last AS, by which most paths of other origins are excluded without being read. */
    public static final int ORIGIN_TAG_SHIFT = 18;

    private static final int STATE_MASK = 7;
    private static final int ORIGIN_SHIFT = 3;
    private static final int ASPA_SHIFT = 5;
    private static final int MASK = 3;

    private static final long ALL_STATES = (1L << STATE_BITS) - 1;
    private static final int FOLDED_RULES = Short.SIZE - STATE_BITS;
    /** The rules 0, 3, 6 and so on. */
    private static final long RULES_OF_FOLD = 0x4924_9249L << STATE_BITS;

    private RowFlags() {}

    /** Returns a union in 16 bits: the states exactly, and one bit for all rules whose numbers are alike modulo 3. */
    public static short folded(long union) {
        long folded = union & ALL_STATES;
        for (int i = 0; union > ALL_STATES && i < FOLDED_RULES; i++) {
            folded |= (union & RULES_OF_FOLD << i) == 0 ? 0 : 1L << STATE_BITS + i;
        }
        return (short) folded;
    }

    /** Returns a union that includes every union whose {@link #folded} form this is. */
    public static long unfolded(short folded) {
        long union = folded & ALL_STATES;
        for (int i = 0, rules = (folded & 0xffff) >>> STATE_BITS; rules != 0; i++, rules >>>= 1) {
            union |= (rules & 1) == 0 ? 0 : RULES_OF_FOLD << i;
        }
        return union;
    }

    /** Returns the bits of a hash of the last AS of a path, given as unsigned 32 bits. */
    public static int originTag(int asn) {
        return (int) (Words.mix(asn) << ORIGIN_TAG_SHIFT);
    }

    /** Returns true if the last AS of a path may be an AS. */
    public static boolean mayOriginate(int flags, int asn) {
        return (flags ^ originTag(asn)) >>> ORIGIN_TAG_SHIFT == 0;
    }

    /** Returns the flags of three states, given by their numbers. */
    public static int of(int state, int origin, int aspa) {
        return state | origin << ORIGIN_SHIFT | aspa << ASPA_SHIFT;
    }

    /** Returns the number of the path state. */
    public static int state(int flags) {
        return flags & STATE_MASK;
    }

    /** Returns the number of the origin state. */
    public static int origin(int flags) {
        return flags >>> ORIGIN_SHIFT & MASK;
    }

    /** Returns the number of the ASPA state. */
    public static int aspa(int flags) {
        return flags >>> ASPA_SHIFT & MASK;
    }

    /**
     * Returns the states and rules of a row with one bit for each.
     *
     * @param rules the rules as bits, from bit 0 on
     */
    public static long union(int flags, long rules) {
        return 1L << state(flags)
                | 1L << FIRST_ORIGIN + origin(flags)
                | 1L << FIRST_ASPA + aspa(flags)
                | rules << STATE_BITS;
    }
}
