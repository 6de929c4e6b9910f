// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.memory;

import java.util.Arrays;

/**
 * A pool of pages for the {@link Slabs} of all shards. A page has 64 KiB; 63 pages are one array, which is just below 4
 * MiB, so that it fits into whole regions of the garbage collector with its header. An array whose pages are all free
 * is dropped, but for the first one. Thread-safe; the description of a page belongs to the slabs that took it.
 *
 * <p>A handle is an address in steps of 16 bytes: 14 bits of the array, 6 bits of the page, 12 bits within it. So the
 * pool has at most 64 GiB less the unused ends. Handle 0 names nothing.
 */
public final class Chunks {
    static final int PAGE_BITS = 16;
    /** Bytes of a page. */
    static final int PAGE = 1 << PAGE_BITS;

    private static final int UNIT_BITS = 4;
    private static final int PAGE_SHIFT = PAGE_BITS - UNIT_BITS;
    private static final int INDEX_BITS = 6;
    private static final int CHUNK_SHIFT = PAGE_SHIFT + INDEX_BITS;
    private static final int PAGES = (1 << INDEX_BITS) - 1;
    private static final long ALL_FREE = (1L << PAGES) - 1;
    /** Maximum number of arrays. */
    private static final int MAX_CHUNKS = 1 << Integer.SIZE - CHUNK_SHIFT;

    private volatile byte[][] arrays = new byte[4][];
    private volatile int[][] descriptions = new int[4][];
    /** The free pages of each array, as bits. The first page of the first array is never used. */
    private long[] free = new long[4];

    private int used;
    private long pagesTaken;

    // Words of the description of a page, which only the slabs that took the page read and write. A description has the
    // size of a line of the processor's cache, because threads that write different shards have pages of one array.
    private static final int DESCRIPTION = 16;
    /** Number of the size of the places. */
    static final int SIZE_CLASS = 0;
    /** Number of places in use. */
    static final int LIVE = 1;
    /** Offset of the part that was never used. */
    static final int UNTOUCHED = 2;
    /** Handle of the first free place; 0 for none. A free place begins with the handle of the next one. */
    static final int FIRST_FREE = 3;
    /** Place in the list of pages with free places, from 1 on; 0 for a page that is not in it. */
    static final int LISTED = 4;

    /** Returns the array of a handle. */
    public byte[] array(int handle) {
        return arrays[handle >>> CHUNK_SHIFT];
    }

    /** Returns the index of a handle's first byte in its array. */
    public static int offset(int handle) {
        return (handle & (1 << CHUNK_SHIFT) - 1) << UNIT_BITS;
    }

    static int pageOf(int handle) {
        return handle >>> PAGE_SHIFT;
    }

    /** Returns the handle of an offset in a page. */
    static int handle(int page, int offset) {
        return (page << PAGE_SHIFT) + (offset >> UNIT_BITS);
    }

    private static int index(int page) {
        return page & (1 << INDEX_BITS) - 1;
    }

    /** Returns the array that has the description of a page. */
    int[] descriptions(int page) {
        return descriptions[page >>> INDEX_BITS];
    }

    /** Returns the index of the first word of a description. */
    static int description(int page) {
        return index(page) * DESCRIPTION;
    }

    /**
     * Takes a free page.
     *
     * @throws StoreFullException when all handles are in use
     */
    synchronized int take() {
        int chunk = 0;
        while (chunk < used && free[chunk] == 0) {
            chunk++;
        }
        if (chunk == used) {
            add();
        } else if (arrays[chunk] == null) {
            arrays[chunk] = new byte[PAGES << PAGE_BITS];
        }
        int index = Long.numberOfTrailingZeros(free[chunk]);
        free[chunk] &= free[chunk] - 1;
        pagesTaken++;
        return chunk << INDEX_BITS | index;
    }

    private void add() {
        if (used == MAX_CHUNKS) {
            throw new StoreFullException("the rows take all " + (long) MAX_CHUNKS * PAGES * PAGE
                    + " bytes that the verdict store can address: share the routers out to several policy APIs");
        }
        if (used == arrays.length) {
            free = Arrays.copyOf(free, 2 * used);
            descriptions = Arrays.copyOf(descriptions, 2 * used);
            arrays = Arrays.copyOf(arrays, 2 * used);
        }
        byte[][] same = arrays;
        same[used] = new byte[PAGES << PAGE_BITS];
        int[][] described = descriptions;
        described[used] = new int[PAGES * DESCRIPTION];
        free[used] = used == 0 ? ALL_FREE - 1 : ALL_FREE;
        arrays = same; // publishes the elements
        descriptions = described;
        used++;
    }

    /** Returns pages whose places no reader can have any more. */
    synchronized void giveBack(int page) {
        int chunk = page >>> INDEX_BITS;
        free[chunk] |= 1L << index(page);
        pagesTaken--;
        if (free[chunk] == ALL_FREE && chunk > 0) { // the first array stays
            arrays[chunk] = null;
        }
    }

    /** Returns the bytes of all pages in use. */
    public synchronized long pageBytes() {
        return pagesTaken * PAGE;
    }

    /** Returns the bytes of all arrays. */
    public synchronized long memoryBytes() {
        long bytes = 0;
        for (byte[] array : arrays) {
            bytes += array == null ? 0 : array.length;
        }
        return bytes;
    }
}
