// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.dictionary;

import java.util.Arrays;

/**
 * The sequences that a {@link Dictionary} had when this object was asked for. Their numbers stay valid here, even after
 * the dictionary has used them for other sequences. Numbers of later sequences are not valid. Keeps the memory of the
 * dictionary of that time, so its owner must not keep it for long. Immutable.
 */
public final class Sequences {
    private final byte[][] pages;

    Sequences(byte[][] pages) {
        this.pages = pages;
    }

    @SuppressWarnings("ReferenceEquality") // a change of the pages makes a new array
    boolean isOf(byte[][] present) {
        return pages == present;
    }

    /** Returns the array that has a sequence. */
    public byte[] array(int id) {
        return pages[id >>> BlobPages.IDS_OF_PAGE_BITS];
    }

    /** Returns the index of a sequence in its array. */
    public int from(int id) {
        return BlobPages.from(array(id), BlobPages.start(id));
    }

    /** Returns the length of a sequence in bytes. */
    public int length(int id) {
        return BlobPages.length(array(id), BlobPages.start(id));
    }

    /** Returns a copy of a sequence. */
    public byte[] copy(int id) {
        int from = from(id);
        return Arrays.copyOfRange(array(id), from, from + length(id));
    }
}
