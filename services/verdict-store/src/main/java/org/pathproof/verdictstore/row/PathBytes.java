// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import org.pathproof.verdictstore.memory.Words;

/**
 * The layout of a path in its dictionary: AS path, origin, target and hops. Numbers have their lowest byte first.
 *
 * <pre>
 *  1     kind: {@link #ORIGIN_IS_LAST}, {@link #ORIGIN}, {@link #TARGET}, {@link #ENCODED_HOPS}
 *  1     number of hops that follow
 *  2     number of ASes
 *  4     origin AS, only with {@link #ORIGIN}
 *  4     target AS, only with {@link #TARGET}
 *  4     each AS, nearest first
 *  7     each hop, origin first: number of the key (4), pCount, flags, result
 *        or, with {@link #ENCODED_HOPS}, the hops as fields of the record
 * </pre>
 */
public final class PathBytes {
    /** The origin AS is the last AS of the path. */
    public static final int ORIGIN_IS_LAST = 1;
    /** The origin AS follows. */
    public static final int ORIGIN = 2;
    /** The target AS follows. */
    public static final int TARGET = 4;
    /** The hops are fields of the record, because one of them has an unusual form. */
    public static final int ENCODED_HOPS = 8;

    /** Length of a hop in bytes. */
    public static final int HOP = 7;

    /** Length of the fixed beginning in bytes. */
    public static final int HEAD = 4;

    private PathBytes() {}

    /** Writes the fixed beginning. */
    public static void putHead(byte[] to, int kind, int hops, int ases) {
        to[0] = (byte) kind;
        to[1] = (byte) hops;
        to[2] = (byte) ases;
        to[3] = (byte) (ases >> 8);
    }

    /** Returns the kind bits of the path at an index. */
    public static int kind(byte[] array, int from) {
        return array[from];
    }

    /** Returns the number of hops in the short form. */
    public static int hops(byte[] array, int from) {
        return array[from + 1] & 0xff;
    }

    /** Returns the number of ASes. */
    public static int ases(byte[] array, int from) {
        return array[from + 2] & 0xff | (array[from + 3] & 0xff) << 8;
    }

    /** Returns the index of the first AS. */
    public static int firstAs(byte[] array, int from) {
        int kind = kind(array, from);
        return from + HEAD + ((kind & ORIGIN) == 0 ? 0 : 4) + ((kind & TARGET) == 0 ? 0 : 4);
    }

    /** Returns the index of the first hop. */
    public static int firstHop(byte[] array, int from) {
        return firstAs(array, from) + 4 * ases(array, from);
    }

    /** Returns the last AS as unsigned 32 bits; 0 for a path without ASes. */
    public static int lastAs(byte[] array, int from) {
        return ases(array, from) == 0 ? 0 : Words.i32(array, firstHop(array, from) - 4);
    }

    /** Returns true if an AS, given as unsigned 32 bits, is in the path. */
    public static boolean passes(byte[] array, int from, int asn) {
        int end = firstHop(array, from);
        for (int at = firstAs(array, from); at < end; at += 4) {
            if (Words.i32(array, at) == asn) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if an AS, given as unsigned 32 bits, is the last of the path. */
    public static boolean isOriginatedBy(byte[] array, int from, int asn) {
        return ases(array, from) > 0 && Words.i32(array, firstHop(array, from) - 4) == asn;
    }
}
