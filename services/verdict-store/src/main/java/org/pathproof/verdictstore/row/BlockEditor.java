// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.pathproof.verdictstore.dictionary.Dictionary;

/**
 * The work space of a shard's writer: copies a block in, changes it, and copies it out. A full block ({@link #isFull})
 * must be split before a further row. Not thread-safe.
 */
public final class BlockEditor {
    /** Returns the rules of further fields. */
    public interface Rules {
        long rulesOf(int fields);
    }

    private static final int MAX_LENGTH =
            Block.length(Block.MAX_ROWS + 1, Block.MAX_ROWS + 1, Block.DIGESTS | Block.FIELDS | Block.PATH_IDS);

    private final Rules rules;
    private final byte[] work = new byte[MAX_LENGTH];
    /** Used to change the format and to split. */
    private final byte[] copy = new byte[MAX_LENGTH];

    private int rows;
    private int variants;
    private int format;
    private int rowSize;
    private int variantSize;
    private long union;
    private boolean unionIsKnown;

    /** The row that the last change replaced or removed. */
    public final RowData before = new RowData();

    /** True if the last row that was put brought a path that no other variant of the block had. */
    private boolean variantIsNew;

    public BlockEditor(Rules rules) {
        this.rules = rules;
    }

    /** Begins with an empty block. */
    public void clear() {
        rows = 0;
        variants = 0;
        setFormat(0);
        union = 0;
        unionIsKnown = true;
    }

    private void setFormat(int changed) {
        format = changed;
        rowSize = Block.rowSize(changed);
        variantSize = Block.variantSize(changed);
    }

    /** Begins with a copy of a block. */
    public void load(byte[] array, int at) {
        setFormat(Block.format(array, at));
        rows = Block.rows(array, at);
        variants = Block.variants(array, at);
        union = Block.union(array, at);
        unionIsKnown = true;
        System.arraycopy(array, at, work, 0, length());
    }

    /** Writes the block, which has {@link #length} bytes. */
    public void store(byte[] array, int at) {
        Block.putHead(work, 0, union(), rows, variants, format);
        System.arraycopy(work, 0, array, at, length());
    }

    public int length() {
        return Block.length(rows, variants, format);
    }

    public boolean isEmpty() {
        return rows == 0;
    }

    public boolean isFull() {
        return rows == Block.MAX_ROWS;
    }

    public int rows() {
        return rows;
    }

    public boolean variantIsNew() {
        return variantIsNew;
    }

    private int rowAt(int row) {
        return Block.HEAD + row * rowSize;
    }

    private int variantAt(int variant) {
        return Block.HEAD + rows * rowSize + variant * variantSize;
    }

    /** Returns the union of the flags of all variants. */
    public long union() {
        if (!unionIsKnown) {
            union = 0;
            for (int i = 0, at = variantAt(0); i < variants; i++, at += variantSize) {
                union |= union(Block.flags(work, at), Block.fields(work, at, format));
            }
            unionIsKnown = true;
        }
        return union;
    }

    private long union(int flags, int fields) {
        return RowFlags.union(flags, fields == Dictionary.NONE ? 0 : rules.rulesOf(fields));
    }

    /** Returns the index of the first row at a position or after it. */
    private int find(long position) {
        int low = 0;
        int high = rows;
        while (low < high) {
            int middle = low + high >>> 1;
            if (Block.position(work, rowAt(middle), format) < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean isAt(int row, long position) {
        return row < rows && Block.position(work, rowAt(row), format) == position;
    }

    /** Returns true if the block has a row at a position. */
    public boolean has(long position) {
        return isAt(find(position), position);
    }

    /** Adds or replaces a row. Returns true if it replaced a row, which {@link #before} then has. */
    public boolean put(int session, int pathId, RowData data) {
        int needed = format
                | (data.digest == 0 ? 0 : Block.DIGESTS)
                | (data.fields == Dictionary.NONE ? 0 : Block.FIELDS)
                | (pathId == 0 ? 0 : Block.PATH_IDS);
        if (needed != format) {
            reshape(needed);
        }
        long position = Block.position(session, pathId);
        int row = find(position);
        int variant = variantOf(data);
        variantIsNew = variant < 0;
        if (isAt(row, position)) {
            replace(row, session, pathId, data, variant);
            return true;
        }
        if (variant < 0) {
            variant = addVariant(data);
        }
        int at = rowAt(row);
        System.arraycopy(work, at, work, at + rowSize, length() - at);
        rows++;
        write(row, session, pathId, data, variant);
        return false;
    }

    private void replace(int row, int session, int pathId, RowData data, int found) {
        int old = note(row);
        int variant = found;
        if (variant < 0 && isOnlyUser(old, row)) {
            variant = old; // the new variant takes the place of the one that ends
            unionIsKnown = false;
            writeVariant(variant, data);
        } else if (variant < 0) {
            variant = addVariant(data);
        }
        write(row, session, pathId, data, variant);
        if (old != variant && isOnlyUser(old, row)) {
            dropVariant(old);
        }
    }

    /** Copies a row to {@link #before}. Returns the number of its variant. */
    private int note(int row) {
        int variant = Block.variant(work, rowAt(row));
        before.read(work, rowAt(row), variantAt(variant), format);
        return variant;
    }

    private void write(int row, int session, int pathId, RowData data, int variant) {
        int at = rowAt(row);
        Block.putRow(work, at, Block.rowWord(session, data.slot, variant), data.time, data.attributes);
        if ((format & Block.PATH_IDS) != 0) {
            Block.putPathId(work, at, pathId);
        }
    }

    /** Removes a row, which {@link #before} then has. Returns false if there is no such row. */
    public boolean remove(int session, int pathId) {
        long position = Block.position(session, pathId);
        int row = find(position);
        if (!isAt(row, position)) {
            return false;
        }
        note(row);
        removeRow(row);
        return true;
    }

    private void removeRow(int row) {
        int at = rowAt(row);
        int variant = Block.variant(work, at);
        boolean last = isOnlyUser(variant, row);
        System.arraycopy(work, at + rowSize, work, at, length() - at - rowSize);
        rows--;
        if (last) {
            dropVariant(variant);
        }
    }

    /** Returns the slot of a row from now on. */
    public interface Slots {
        int slotOf(int session, int slot);
    }

    /** Receives a row whose slot changes. */
    public interface Moved {
        void move(int session, RowData row, int slot);
    }

    /** Gives rows other slots. Returns true if there is such a row. */
    public boolean relabel(Slots slots, Moved moved) {
        boolean changed = false;
        for (int row = 0; row < rows; row++) {
            int session = Block.session(work, rowAt(row));
            int old = Block.slot(work, rowAt(row));
            int slot = slots.slotOf(session, old);
            if (slot != old) {
                int variant = note(row);
                moved.move(session, before, slot);
                int word = Block.rowWord(session, slot, variant);
                Block.putRow(work, rowAt(row), word, before.time, before.attributes);
                changed = true;
            }
        }
        return changed;
    }

    /**
     * Keeps the rows before a row and gives the others to another editor.
     *
     * @return the position of the first row of the other editor
     */
    public long splitTo(BlockEditor other, int row) {
        store(copy, 0);
        long position = Block.position(work, rowAt(row), format);
        other.load(copy, 0);
        other.retain(row, rows);
        retain(0, row);
        return position;
    }

    /** Returns the row at which a full block should be split for a further row: rows at the end leave it full. */
    public int middle(long position) {
        return find(position) == rows ? rows : rows / 2;
    }

    private void retain(int from, int to) {
        for (int row = rows - 1; row >= to; row--) {
            removeRow(row);
        }
        for (int row = from - 1; row >= 0; row--) {
            removeRow(row);
        }
        unionIsKnown = false;
    }

    private boolean isOnlyUser(int variant, int exceptRow) {
        for (int i = 0, at = rowAt(0); i < rows; i++, at += rowSize) {
            if (work[at] == (byte) variant && i != exceptRow) {
                return false;
            }
        }
        return true;
    }

    private int variantOf(RowData data) {
        for (int i = 0, at = variantAt(0); i < variants; i++, at += variantSize) {
            if (Block.path(work, at) == data.path
                    && Block.flags(work, at) == data.flags
                    && Block.digest(work, at, format) == data.digest
                    && Block.fields(work, at, format) == data.fields) {
                return i;
            }
        }
        return -1;
    }

    private int addVariant(RowData data) {
        writeVariant(variants, data);
        union |= union(data.flags, data.fields);
        return variants++;
    }

    private void writeVariant(int variant, RowData data) {
        Block.putVariant(work, variantAt(variant), format, data.path, data.flags, data.digest, data.fields);
    }

    /** Removes an unused variant: the last variant takes its number. */
    private void dropVariant(int variant) {
        unionIsKnown = false;
        int last = variants - 1;
        if (variant != last) {
            System.arraycopy(work, variantAt(last), work, variantAt(variant), variantSize);
            for (int i = 0, at = rowAt(0); i < rows; i++, at += rowSize) {
                if (work[at] == (byte) last) {
                    work[at] = (byte) variant;
                }
            }
        }
        variants--;
    }

    /** Changes the format, which gives rows or variants more fields. */
    private void reshape(int wider) {
        System.arraycopy(work, 0, copy, 0, length());
        int oldFormat = format;
        setFormat(wider);
        int oldRow = Block.HEAD;
        for (int i = 0; i < rows; i++, oldRow += Block.rowSize(oldFormat)) {
            System.arraycopy(copy, oldRow, work, rowAt(i), Block.rowSize(oldFormat));
            if ((wider & Block.PATH_IDS) != 0) {
                Block.putPathId(work, rowAt(i), Block.pathId(copy, oldRow, oldFormat));
            }
        }
        int oldVariant = oldRow;
        for (int i = 0; i < variants; i++, oldVariant += Block.variantSize(oldFormat)) {
            Block.putVariant(
                    work,
                    variantAt(i),
                    wider,
                    Block.path(copy, oldVariant),
                    Block.flags(copy, oldVariant),
                    Block.digest(copy, oldVariant, oldFormat),
                    Block.fields(copy, oldVariant, oldFormat));
        }
    }

    /** Passes each row on, as {@link #before}. */
    public void forEachRow(Consumer<RowData> consumer) {
        for (int i = 0; i < rows; i++) {
            note(i);
            consumer.accept(before);
        }
    }

    /** Passes the session number of each row on, some repeatedly. */
    public void forEachSession(IntConsumer consumer) {
        for (int i = 0; i < rows; i++) {
            consumer.accept(Block.session(work, rowAt(i)));
        }
    }

    /** Passes the path of each variant on. */
    public void forEachPath(IntConsumer consumer) {
        for (int i = 0; i < variants; i++) {
            consumer.accept(Block.path(work, variantAt(i)));
        }
    }
}
