// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.memory;

import java.util.Arrays;

/**
 * Places for the blocks of one shard, in pages of {@link Chunks}. All places of a page have one size. A page without a
 * place in use goes back to the pool. One thread allocates and frees; any thread reads places.
 */
public final class Slabs {
    /** Maximum size of a place in bytes. */
    public static final int MAX_SIZE = Chunks.PAGE / 4;

    /** Sizes of places in bytes, in ascending order: multiples of 16 that fill a page well. */
    private static final int[] SIZES = sizes();
    /** A page is sparse if fewer than three quarters of its places are in use. */
    private static final int SPARSE_NUMERATOR = 3;

    private static final int SPARSE_DENOMINATOR = 4;

    private static final int NO_PAGE = -1;

    private final Chunks chunks;
    /** The page of each size from which places are taken. */
    private final int[] current = new int[SIZES.length];
    /** Further pages of each size with free places. */
    private final int[][] listed = new int[SIZES.length][4];

    private final int[] listLengths = new int[SIZES.length];
    private long liveBytes;
    private long pages;
    private boolean compacting;

    public Slabs(Chunks chunks) {
        this.chunks = chunks;
        Arrays.fill(current, NO_PAGE);
    }

    private static int[] sizes() {
        int[] sizes = new int[128];
        int count = 0;
        for (int wanted = 32; wanted <= MAX_SIZE; ) {
            int size = Chunks.PAGE / (Chunks.PAGE / wanted) & ~15;
            sizes[count++] = size;
            wanted = Math.max(size + 16, size + size / 14);
        }
        if (sizes[count - 1] < MAX_SIZE) {
            sizes[count++] = MAX_SIZE;
        }
        return Arrays.copyOf(sizes, count);
    }

    private static int sizeClassOf(int size) {
        int found = Arrays.binarySearch(SIZES, size);
        return found >= 0 ? found : -1 - found;
    }

    /** Returns the array of a place. */
    public byte[] array(int handle) {
        return chunks.array(handle);
    }

    /** Returns the size of a place in bytes. */
    public int capacity(int handle) {
        int page = Chunks.pageOf(handle);
        return SIZES[chunks.descriptions(page)[Chunks.description(page) + Chunks.SIZE_CLASS]];
    }

    /**
     * Takes a place of at least a size.
     *
     * @param size at most {@link #MAX_SIZE}
     * @return the handle
     */
    public int allocate(int size) {
        int sizeClass = sizeClassOf(size);
        while (true) {
            int page = current[sizeClass];
            if (page != NO_PAGE) {
                int handle = takePlace(page, SIZES[sizeClass]);
                if (handle != 0) {
                    liveBytes += SIZES[sizeClass];
                    return handle;
                }
            }
            current[sizeClass] = nextPage(sizeClass);
        }
    }

    /** Returns a free place of a page; 0 if there is none. */
    private int takePlace(int page, int size) {
        int[] words = chunks.descriptions(page);
        int at = Chunks.description(page);
        int handle = words[at + Chunks.FIRST_FREE];
        if (handle != 0) {
            words[at + Chunks.FIRST_FREE] = Words.i32(array(handle), Chunks.offset(handle));
        } else if (words[at + Chunks.UNTOUCHED] + size <= Chunks.PAGE) {
            handle = Chunks.handle(page, words[at + Chunks.UNTOUCHED]);
            words[at + Chunks.UNTOUCHED] += size;
        } else {
            return 0;
        }
        words[at + Chunks.LIVE]++;
        return handle;
    }

    private int nextPage(int sizeClass) {
        int length = listLengths[sizeClass];
        if (length > 0) {
            int page = listed[sizeClass][length - 1];
            unlist(sizeClass, page);
            return page;
        }
        int page = chunks.take();
        pages++;
        int[] words = chunks.descriptions(page);
        int at = Chunks.description(page);
        words[at + Chunks.SIZE_CLASS] = sizeClass;
        words[at + Chunks.LIVE] = 0;
        words[at + Chunks.UNTOUCHED] = 0;
        words[at + Chunks.FIRST_FREE] = 0;
        words[at + Chunks.LISTED] = 0;
        return page;
    }

    private void giveBack(int page) {
        pages--;
        chunks.giveBack(page);
    }

    /** Frees a place that no reader can have any more. */
    public void free(int handle) {
        int page = Chunks.pageOf(handle);
        int[] words = chunks.descriptions(page);
        int at = Chunks.description(page);
        int sizeClass = words[at + Chunks.SIZE_CLASS];
        liveBytes -= SIZES[sizeClass];
        words[at + Chunks.LIVE]--;
        if (words[at + Chunks.LIVE] == 0) {
            unlist(sizeClass, page);
            current[sizeClass] = current[sizeClass] == page ? NO_PAGE : current[sizeClass];
            giveBack(page);
            return;
        }
        Words.putI32(array(handle), Chunks.offset(handle), words[at + Chunks.FIRST_FREE]);
        words[at + Chunks.FIRST_FREE] = handle;
        if (current[sizeClass] != page && words[at + Chunks.LISTED] == 0 && !(compacting && isSparse(handle))) {
            list(sizeClass, page);
        }
    }

    private void list(int sizeClass, int page) {
        int length = listLengths[sizeClass]++;
        if (length == listed[sizeClass].length) {
            listed[sizeClass] = Arrays.copyOf(listed[sizeClass], 2 * length);
        }
        put(sizeClass, length, page);
    }

    private void put(int sizeClass, int at, int page) {
        listed[sizeClass][at] = page;
        chunks.descriptions(page)[Chunks.description(page) + Chunks.LISTED] = at + 1;
    }

    private void unlist(int sizeClass, int page) {
        int at = chunks.descriptions(page)[Chunks.description(page) + Chunks.LISTED] - 1;
        if (at >= 0) {
            put(sizeClass, at, listed[sizeClass][--listLengths[sizeClass]]);
            chunks.descriptions(page)[Chunks.description(page) + Chunks.LISTED] = 0;
        }
    }

    /** Returns true if most places of the page of a place are free, so that its blocks should move. */
    public boolean isSparse(int handle) {
        int page = Chunks.pageOf(handle);
        int[] words = chunks.descriptions(page);
        int at = Chunks.description(page);
        int sizeClass = words[at + Chunks.SIZE_CLASS];
        int places = Chunks.PAGE / SIZES[sizeClass];
        return current[sizeClass] != page && words[at + Chunks.LIVE] * SPARSE_DENOMINATOR < places * SPARSE_NUMERATOR;
    }

    /** Begins to move blocks out of sparse pages: until the end, no block takes a free place of such a page. */
    public void beginCompaction() {
        compacting = true;
        for (int sizeClass = 0; sizeClass < SIZES.length; sizeClass++) {
            for (int i = listLengths[sizeClass] - 1; i >= 0; i--) {
                int page = listed[sizeClass][i];
                if (isSparse(Chunks.handle(page, 0))) {
                    unlist(sizeClass, page);
                }
            }
        }
    }

    /** Ends the moves of blocks out of sparse pages. */
    public void endCompaction() {
        compacting = false;
    }

    /** Returns the bytes of all places in use. */
    public long liveBytes() {
        return liveBytes;
    }

    /** Returns the bytes of all pages. */
    public long pageBytes() {
        return pages * Chunks.PAGE;
    }
}
