// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.memory.Words;

/**
 * The layout of a block: rows of one prefix, in one piece of memory. Numbers have their lowest byte first.
 *
 * <pre>
 *  4            number of the commit that wrote the block; 0 if every reader may see it   } preface
 *  4            handle of the block before that commit; 0 for none                       }
 *  8            union of the flags of all variants (bits 0-44), number of rows (45-52), of variants (53-60), format
 *  12 or 16     each row, ordered by session and path id:
 *                 4  session (20 bits), slot of its epoch (4), variant (8)
 *                 4  time, as {@link Stamps} encodes it
 *                 4  attributes
 *                 4  path id, only in a block with a path id
 *  8 to 20      each variant:
 *                 4  path
 *                 4  flags, see {@link RowFlags}
 *                 8  digest of the BGPsec_PATH, only in a block with a digest
 *                 4  further fields, only in a block with such
 * </pre>
 *
 * <p>Paths, attributes and further fields are numbers in dictionaries. A block has at most {@link #MAX_ROWS} rows, so a
 * row and a variant have a number of one byte, and a block always fits into a place of a page. More rows of a prefix
 * are in further blocks.
 */
public final class Block {
    /** Bytes before the block: number of the commit, and handle of the previous block. */
    public static final int PREFACE = 8;

    public static final int HEAD = 8;
    /** Maximum number of rows of a block. */
    public static final int MAX_ROWS = 255;

    public static final int DIGESTS = 1;
    public static final int FIELDS = 2;
    public static final int PATH_IDS = 4;

    private static final int UNION_BITS = 45;
    private static final long UNION = (1L << UNION_BITS) - 1;
    private static final int VARIANTS_SHIFT = UNION_BITS + 8;
    private static final int FORMAT_SHIFT = VARIANTS_SHIFT + 8;
    private static final int BYTE = 0xff;

    private static final int SESSION_SHIFT = 12;
    private static final int SLOT_SHIFT = 8;
    private static final int SLOT_MASK = 15;

    private static final int TIME = 4;
    private static final int ATTRIBUTES = 8;
    private static final int PATH_ID = 12;
    private static final int FLAGS = 4;
    private static final int DIGEST = 8;

    private Block() {}

    public static void putHead(byte[] array, int at, long union, int rows, int variants, int format) {
        Words.putI64(
                array,
                at,
                union | (long) rows << UNION_BITS | (long) variants << VARIANTS_SHIFT | (long) format << FORMAT_SHIFT);
    }

    /** Returns the union of the flags of all rows, see {@link RowFlags#union}. */
    public static long union(byte[] array, int at) {
        return Words.i64(array, at) & UNION;
    }

    public static int rows(byte[] array, int at) {
        return (int) (Words.i64(array, at) >>> UNION_BITS) & BYTE;
    }

    public static int variants(byte[] array, int at) {
        return (int) (Words.i64(array, at) >>> VARIANTS_SHIFT) & BYTE;
    }

    public static int format(byte[] array, int at) {
        return (int) (Words.i64(array, at) >>> FORMAT_SHIFT);
    }

    public static int rowSize(int format) {
        return 12 + (format & PATH_IDS);
    }

    public static int variantSize(int format) {
        return 8 + ((format & DIGESTS) << 3) + ((format & FIELDS) << 1);
    }

    public static int length(int rows, int variants, int format) {
        return HEAD + rows * rowSize(format) + variants * variantSize(format);
    }

    public static int length(byte[] array, int at) {
        return length(rows(array, at), variants(array, at), format(array, at));
    }

    // Fields of the row at an index of an array

    public static int rowWord(int session, int slot, int variant) {
        return session << SESSION_SHIFT | slot << SLOT_SHIFT | variant;
    }

    public static int session(byte[] array, int row) {
        return Words.i32(array, row) >>> SESSION_SHIFT;
    }

    public static int slot(byte[] array, int row) {
        return Words.i32(array, row) >>> SLOT_SHIFT & SLOT_MASK;
    }

    public static int variant(byte[] array, int row) {
        return array[row] & BYTE;
    }

    public static int time(byte[] array, int row) {
        return Words.i32(array, row + TIME);
    }

    public static int attributes(byte[] array, int row) {
        return Words.i32(array, row + ATTRIBUTES);
    }

    public static int pathId(byte[] array, int row, int format) {
        return (format & PATH_IDS) == 0 ? 0 : Words.i32(array, row + PATH_ID);
    }

    public static void putRow(byte[] array, int row, int word, int time, int attributes) {
        Words.putI32(array, row, word);
        Words.putI32(array, row + TIME, time);
        Words.putI32(array, row + ATTRIBUTES, attributes);
    }

    public static void putPathId(byte[] array, int row, int pathId) {
        Words.putI32(array, row + PATH_ID, pathId);
    }

    /** Returns the position of a row in the order of a prefix: by session number, then by path id. */
    public static long position(int session, int pathId) {
        return (long) session << Integer.SIZE | pathId & 0xffff_ffffL;
    }

    public static long position(byte[] array, int row, int format) {
        return position(session(array, row), pathId(array, row, format));
    }

    // Fields of the variant at an index of an array

    public static int path(byte[] array, int variant) {
        return Words.i32(array, variant);
    }

    public static int flags(byte[] array, int variant) {
        return Words.i32(array, variant + FLAGS);
    }

    public static long digest(byte[] array, int variant, int format) {
        return (format & DIGESTS) == 0 ? 0 : Words.i64(array, variant + DIGEST);
    }

    public static int fields(byte[] array, int variant, int format) {
        return (format & FIELDS) == 0 ? Dictionary.NONE : Words.i32(array, variant + variantSize(format) - 4);
    }

    public static void putVariant(byte[] array, int variant, int format, int path, int flags, long digest, int fields) {
        Words.putI32(array, variant, path);
        Words.putI32(array, variant + FLAGS, flags);
        if ((format & DIGESTS) != 0) {
            Words.putI64(array, variant + DIGEST, digest);
        }
        if ((format & FIELDS) != 0) {
            Words.putI32(array, variant + variantSize(format) - 4, fields);
        }
    }
}
