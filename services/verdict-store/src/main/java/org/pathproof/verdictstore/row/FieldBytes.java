// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.pathproof.verdictstore.memory.Words;

/**
 * The layout of the further fields of a row in their dictionary. Most rows have none: they are findings, the
 * announcement of a path that is not valid, and everything without a place of its own.
 *
 * <pre>
 *  8     rules of the findings as bits
 *  8     epoch, of a row in {@link SessionSlots#OTHER}; else 0
 *  2     number of ASes that findings name
 *  4     each of these ASes
 *        the fields of the record
 * </pre>
 */
public final class FieldBytes {
    private static final int EPOCH = 8;
    private static final int COUNT = 16;
    private static final int HEAD = 18;

    private FieldBytes() {}

    /**
     * Returns the further fields of a row.
     *
     * @param epoch epoch of a row in {@link SessionSlots#OTHER}; else 0
     * @param fields array of the fields of the record
     * @param length length of the fields in bytes
     */
    public static byte[] of(Findings findings, long epoch, byte[] fields, int length) {
        int offenders = findings.offenders().size();
        byte[] bytes = new byte[HEAD + 4 * offenders + length];
        Words.putI64(bytes, 0, findings.rules());
        Words.putI64(bytes, EPOCH, epoch);
        bytes[COUNT] = (byte) offenders;
        bytes[COUNT + 1] = (byte) (offenders >> 8);
        int at = HEAD;
        for (long asn : offenders > 1 ? new TreeSet<>(findings.offenders()) : findings.offenders()) {
            Words.putI32(bytes, at, (int) asn);
            at += 4;
        }
        System.arraycopy(fields, 0, bytes, at, length);
        return bytes;
    }

    public static long rules(byte[] array, int from) {
        return Words.i64(array, from);
    }

    public static long epoch(byte[] array, int from) {
        return Words.i64(array, from + EPOCH);
    }

    private static int offenders(byte[] array, int from) {
        return array[from + COUNT] & 0xff | (array[from + COUNT + 1] & 0xff) << 8;
    }

    /** Returns what counts need of the findings. */
    public static Findings findings(byte[] array, int from) {
        int count = offenders(array, from);
        long rules = rules(array, from);
        if (count == 0 && rules == 0) {
            return Findings.NONE;
        }
        Set<Long> offenders = HashSet.newHashSet(count);
        for (int i = 0; i < count; i++) {
            offenders.add(Integer.toUnsignedLong(Words.i32(array, from + HEAD + 4 * i)));
        }
        return new Findings(rules, offenders);
    }

    /** Returns the fields of the record. */
    public static byte[] fields(byte[] array, int from, int length) {
        return Arrays.copyOfRange(array, from + HEAD + 4 * offenders(array, from), from + length);
    }
}
