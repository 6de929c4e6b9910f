// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

/**
 * The content of a row without its key, as numbers of dictionaries. A writer uses one object for many rows. Not
 * thread-safe.
 */
public final class RowData {
    /** Slot of the epoch in {@link SessionSlots}. */
    public int slot;
    /** Epoch of a row in {@link SessionSlots#OTHER}. */
    public long epoch;
    /** Times and serial, as {@link Stamps} encodes them. */
    public int time;
    /** Number of the attributes. */
    public int attributes;
    /** Number of the path. */
    public int path;
    /** Flags, see {@link RowFlags}. */
    public int flags;
    /** Digest of the BGPsec_PATH; 0 for none. */
    public long digest;
    /** Number of the further fields; {@code Dictionary.NONE} for none. */
    public int fields;

    /** Reads a row and its variant from a block. The epoch stays. */
    public void read(byte[] array, int row, int variant, int format) {
        slot = Block.slot(array, row);
        time = Block.time(array, row);
        attributes = Block.attributes(array, row);
        path = Block.path(array, variant);
        flags = Block.flags(array, variant);
        digest = Block.digest(array, variant, format);
        fields = Block.fields(array, variant, format);
    }
}
