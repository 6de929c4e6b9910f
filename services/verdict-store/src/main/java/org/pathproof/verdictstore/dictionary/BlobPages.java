// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.dictionary;

import java.util.Arrays;
import org.pathproof.verdictstore.memory.Words;

/**
 * Memory for byte sequences. A sequence stands after its length: 2 bytes, or 4 bytes for one of 32 KiB and more, whose
 * first two bytes have the highest bit. A sequence never moves. The lock of the {@link Dictionary} guards changes; any
 * thread reads.
 */
final class BlobPages {
    /** Bytes of a page: less than half a region of G1 at its smallest, so that pages are ordinary objects. */
    static final int PAGE = 1 << 18;

    static final int UNIT_BITS = 3;
    static final int IDS_OF_PAGE_BITS = 18 - UNIT_BITS;
    private static final int MAX_PAGES = 1 << Integer.SIZE - IDS_OF_PAGE_BITS;
    /** Larger sequences get a page of their own. */
    private static final int MAX_SHARED = PAGE / 4;

    private static final int LONG_LENGTH = 0x8000;

    private volatile byte[][] pages = new byte[4][];
    private int pageCount;
    /** The page that is filled, and its used part. */
    private int page = -1;

    private int used = PAGE;
    /** The first free place of each size in units; 0 for none. A free place begins with the next one. */
    private final int[] free = new int[(MAX_SHARED >> UNIT_BITS) + 1];
    /** Numbers of pages that had one large sequence, and their count. */
    private int[] freePages = new int[4];

    private int freePageCount;
    private long usedBytes;
    private long memoryBytes;

    byte[] array(int id) {
        return pages[id >>> IDS_OF_PAGE_BITS];
    }

    private static int start(int id) {
        return (id & (1 << IDS_OF_PAGE_BITS) - 1) << UNIT_BITS;
    }

    private static boolean isLong(byte[] array, int start) {
        return array[start + 1] < 0;
    }

    int from(int id) {
        int start = start(id);
        return start + (isLong(array(id), start) ? 4 : 2);
    }

    int firstByte(int id) {
        return array(id)[start(id)];
    }

    int length(int id) {
        return length(array(id), start(id));
    }

    private static int length(byte[] array, int start) {
        int low = array[start] & 0xff | (array[start + 1] & 0x7f) << 8;
        return isLong(array, start) ? low << 16 | array[start + 2] & 0xff | (array[start + 3] & 0xff) << 8 : low;
    }

    boolean equals(int id, byte[] other, int from, int length) {
        byte[] array = array(id);
        int start = start(id);
        if (length(array, start) != length) {
            return false;
        }
        int at = start + (length < LONG_LENGTH ? 2 : 4);
        return Arrays.equals(array, at, at + length, other, from, from + length);
    }

    private static int units(int length) {
        return (length + (length < LONG_LENGTH ? 2 : 4) + 7) >> UNIT_BITS;
    }

    /** Copies a sequence. Returns its number; 0 if there is none left. */
    int add(byte[] source, int from, int length) {
        int id = place(units(length));
        if (id == 0) {
            return 0;
        }
        byte[] array = array(id);
        int at = start(id);
        if (length < LONG_LENGTH) {
            array[at++] = (byte) length;
            array[at++] = (byte) (length >> 8);
        } else {
            array[at++] = (byte) (length >> 16);
            array[at++] = (byte) (length >> 24 | 0x80);
            array[at++] = (byte) length;
            array[at++] = (byte) (length >> 8);
        }
        System.arraycopy(source, from, array, at, length);
        return id;
    }

    private int place(int units) {
        if (pageCount == 0) {
            page = newPage(PAGE);
            used = 1 << UNIT_BITS; // number 0 names nothing
        }
        if (units << UNIT_BITS > MAX_SHARED) {
            int own = newPage(units << UNIT_BITS);
            usedBytes += own < 0 ? 0 : (long) units << UNIT_BITS;
            return own < 0 ? 0 : own << IDS_OF_PAGE_BITS;
        }
        int id = free[units];
        if (id != 0) {
            free[units] = Words.i32(array(id), start(id));
        } else {
            if (used + (units << UNIT_BITS) > PAGE) {
                int next = newPage(PAGE);
                if (next < 0) {
                    return 0;
                }
                page = next;
                used = 0;
            }
            id = page << IDS_OF_PAGE_BITS | used >> UNIT_BITS;
            used += units << UNIT_BITS;
        }
        usedBytes += (long) units << UNIT_BITS;
        return id;
    }

    /** Returns the number of a new page; -1 if there is none left. */
    private int newPage(int bytes) {
        int number;
        if (freePageCount > 0) {
            number = freePages[--freePageCount];
        } else if (pageCount == MAX_PAGES) {
            return -1;
        } else {
            number = pageCount++;
            if (number == pages.length) {
                pages = Arrays.copyOf(pages, 2 * number);
            }
        }
        byte[][] same = pages;
        same[number] = new byte[bytes];
        pages = same; // publishes the element
        memoryBytes += bytes;
        return number;
    }

    private void pushFree(int number) {
        if (freePageCount == freePages.length) {
            freePages = Arrays.copyOf(freePages, 2 * freePageCount);
        }
        freePages[freePageCount++] = number;
    }

    void free(int id) {
        int units = units(length(id));
        usedBytes -= (long) units << UNIT_BITS;
        if (units << UNIT_BITS > MAX_SHARED) {
            int number = id >>> IDS_OF_PAGE_BITS;
            memoryBytes -= pages[number].length;
            pages[number] = new byte[0];
            pushFree(number);
            return;
        }
        Words.putI32(array(id), start(id), free[units]);
        free[units] = id;
    }

    long usedBytes() {
        return usedBytes;
    }

    long memoryBytes() {
        return memoryBytes;
    }
}
