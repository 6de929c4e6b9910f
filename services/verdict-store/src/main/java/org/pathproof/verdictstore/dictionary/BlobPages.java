// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.dictionary;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Memory for byte sequences. A sequence stands after its length: 2 bytes, or 4 bytes for one of 32 KiB and more, whose
 * first two bytes have the highest bit. The number of a sequence never changes. The lock of the {@link Dictionary}
 * guards changes; any thread reads.
 *
 * <p>No array is overwritten: the first sequence that takes a free place of a page brings a copy of the page, and a
 * copy of the array of pages. So the result of {@link #pages} keeps the sequences that it has.
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
    /** The free places of each size in units. */
    private final @Nullable NumberStack[] free = new NumberStack[(MAX_SHARED >> UNIT_BITS) + 1];
    /** Pages with a place that became free after the page was made or copied. */
    private final BitSet shared = new BitSet();
    /** Numbers of pages that had one large sequence. */
    private final NumberStack freePages = new NumberStack();

    private long usedBytes;
    private long memoryBytes;

    /** Returns the pages, which keep their sequences: see {@link Sequences}. */
    byte[][] pages() {
        return pages;
    }

    byte[] array(int id) {
        return pages[id >>> IDS_OF_PAGE_BITS];
    }

    static int start(int id) {
        return (id & (1 << IDS_OF_PAGE_BITS) - 1) << UNIT_BITS;
    }

    private static boolean isLong(byte[] array, int start) {
        return array[start + 1] < 0;
    }

    int from(int id) {
        return from(array(id), start(id));
    }

    static int from(byte[] array, int start) {
        return start + (isLong(array, start) ? 4 : 2);
    }

    int firstByte(int id) {
        return array(id)[start(id)];
    }

    int length(int id) {
        return length(array(id), start(id));
    }

    static int length(byte[] array, int start) {
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
        int id;
        NumberStack places = free[units];
        if (places != null && !places.isEmpty()) {
            id = places.pop();
            own(id >>> IDS_OF_PAGE_BITS);
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

    /** Replaces a page by a copy if a reader may have kept a sequence of a place that is free now. */
    private void own(int number) {
        if (shared.get(number)) {
            shared.clear(number);
            replace(number, pages[number].clone());
        }
    }

    private void replace(int number, byte[] by) {
        byte[][] changed = pages.clone();
        changed[number] = by;
        pages = changed;
    }

    /** Returns the number of a new page; -1 if there is none left. */
    private int newPage(int bytes) {
        int number;
        if (!freePages.isEmpty()) {
            number = freePages.pop();
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

    void free(int id) {
        int units = units(length(id));
        usedBytes -= (long) units << UNIT_BITS;
        if (units << UNIT_BITS > MAX_SHARED) {
            int number = id >>> IDS_OF_PAGE_BITS;
            memoryBytes -= pages[number].length;
            replace(number, new byte[0]);
            freePages.push(number);
            return;
        }
        NumberStack places = free[units];
        if (places == null) {
            places = new NumberStack();
            free[units] = places;
        }
        places.push(id);
        shared.set(id >>> IDS_OF_PAGE_BITS);
    }

    long usedBytes() {
        return usedBytes;
    }

    long memoryBytes() {
        return memoryBytes;
    }
}
