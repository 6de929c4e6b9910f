// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.memory.Chunks;
import org.pathproof.verdictstore.memory.Readers;
import org.pathproof.verdictstore.row.BlockEditor;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.verdictstore.row.LastFindings;
import org.pathproof.verdictstore.row.RowData;
import org.pathproof.verdictstore.row.RowFlags;
import org.pathproof.verdictstore.row.Stamps;
import org.pathproof.wire.AfiSafi;

/**
 * The rows whose prefixes are of one part of all prefixes. One thread at a time writes: {@link #begin}, any number of
 * {@link #put} and {@link #remove}, {@link #commit}. Readers see the rows of the last commit.
 */
public final class Shard {
    private final Dictionaries dictionaries;
    private final Blocks blocks;
    private final Counts counts = new Counts();
    private final Stamps stamps;
    private final Shapes shapes;
    private final BlockEditor editor;
    /** The second half of a split. */
    private final BlockEditor further;

    private volatile ShardState published = ShardState.EMPTY;
    private final Root[] roots = {Root.EMPTY, Root.EMPTY};
    private int commit;
    private long rows;
    private long changes;
    private boolean isOpen;
    private boolean isChanged;
    private final LastFindings findings;

    Shard(Dictionaries dictionaries, Chunks chunks, Readers readers, Shapes shapes) {
        this.shapes = shapes;
        this.dictionaries = dictionaries;
        this.blocks = new Blocks(chunks, readers);
        this.stamps = new Stamps(dictionaries.times());
        this.findings = new LastFindings(dictionaries);
        this.editor = new BlockEditor(dictionaries::rules);
        this.further = new BlockEditor(dictionaries::rules);
    }

    ShardState published() {
        return published;
    }

    Blocks blocks() {
        return blocks;
    }

    /** Returns the counts of the rows, those of hidden ones included. */
    public Counts counts() {
        return counts;
    }

    /** Returns the encoder of the times of the rows. */
    public Stamps stamps() {
        return stamps;
    }

    /** Returns the number of rows of the last commit. */
    public long rows() {
        return published.rows();
    }

    /** Begins to write. */
    void begin() {
        if (isOpen) {
            throw new IllegalStateException("the shard is being written already");
        }
        isOpen = true;
        isChanged = false;
        findings.clear();
        commit = published.commit() + 1;
        if (commit == 0) { // means "every reader"
            commit = 1;
        }
    }

    /** Shows the changes to readers that begin from now on. */
    void commit() {
        isOpen = false;
        if (isChanged) {
            published = new ShardState(commit, roots[0], roots[1], rows);
        }
        blocks.afterPublication();
    }

    private static int index(int afi) {
        return afi == AfiSafi.AFI_IPV4 ? 0 : 1;
    }

    private Root root(int afi) {
        return roots[index(afi)];
    }

    private void replace(int afi, int at, int count, Leaf... by) {
        roots[index(afi)] = root(afi).replaced(at, count, commit, by);
    }

    /** Returns the row that the last {@link #put} replaced or the last {@link #remove} removed. */
    public RowData before() {
        return editor.before;
    }

    /**
     * Adds a row, or replaces the row with the same key.
     *
     * @param prefix the beginning of the prefix's rows
     * @return true if a row was replaced
     */
    public boolean put(Place prefix, SessionSlots session, int pathId, RowData row) {
        isChanged = true;
        row.flags |= dictionaries.originTag(row.path);
        int number = session.number();
        Place place = prefix.row(number, pathId);
        Root root = root(place.afi());
        int at = root.floor(place);
        Leaf leaf = at < 0 ? null : root.leaf(at);
        int i = leaf == null ? -1 : leaf.floor(place);
        boolean replaced = false;
        if (leaf != null && i >= 0 && leaf.isOf(i, place)) {
            load(leaf, i);
            if (editor.isFull() && !editor.has(place.position())) {
                split(place, at, leaf, i, row, number, pathId);
            } else {
                replaced = editor.put(number, pathId, row);
                leaf.setHandle(i, blocks.write(editor, leaf.handle(i), commit));
                addToSummary(leaf, i, number, row, editor.variantIsNew());
            }
        } else {
            shapes.add(prefix);
            insertFirst(at, leaf, i + 1, prefix, number, pathId, row);
        }
        count(number, row, 1);
        if (replaced) {
            changes++;
            count(number, editor.before, -1);
        } else {
            rows++;
        }
        return replaced;
    }

    private void addToSummary(Leaf leaf, int i, int session, RowData row, boolean variantIsNew) {
        leaf.addSession(session);
        leaf.addUnion(i, RowFlags.union(row.flags, row.fields == Dictionary.NONE ? 0 : dictionaries.rules(row.fields)));
        if (variantIsNew) {
            leaf.addAses(dictionaries.paths(), row.path);
        }
    }

    /** Inserts a block with one row. */
    private void insertFirst(int at, @Nullable Leaf leaf, int i, Place place, int session, int pathId, RowData row) {
        editor.clear();
        editor.put(session, pathId, row);
        Leaf changed = insert(at, leaf, i, place, blocks.write(editor, 0, commit));
        addToSummary(changed, changed.floor(place), session, row, true);
    }

    private void load(Leaf leaf, int i) {
        int handle = leaf.handle(i);
        editor.load(blocks.array(handle), Blocks.at(handle));
    }

    /** Splits the full block in the editor for a further row. */
    private void split(Place place, int at, Leaf leaf, int i, RowData row, int session, int pathId) {
        int middle = editor.middle(place.position());
        if (middle == editor.rows()) {
            insertFirst(at, leaf, i + 1, place, session, pathId, row);
            return;
        }
        Place second = place.at(editor.splitTo(further, middle));
        (place.position() < second.position() ? editor : further).put(session, pathId, row);
        int handle = blocks.write(further, 0, commit);
        // Readers of this leaf find all rows in the previous version of the block until they see the new leaf.
        Leaf first = leaf.slice(0, leaf.count());
        first.setHandle(i, blocks.write(editor, leaf.handle(i), commit));
        // Either half may have the row, and the halves may get into two leaves, so both leaves inherit the summary.
        addToSummary(first, i, session, row, true);
        Leaf changed = insert(at, first, i + 1, second, handle);
        changed.addUnion(changed.floor(second), further.union());
    }

    /** Adds a block to a leaf, which may be split. Returns the leaf with the new block. */
    private Leaf insert(int at, @Nullable Leaf leaf, int i, Place place, int handle) {
        int afi = place.afi();
        if (leaf == null) {
            if (root(afi).count() == 0) {
                Leaf only = Leaf.of(place, handle);
                replace(afi, 0, 0, only);
                return only;
            }
            return insert(0, root(afi).leaf(0), 0, place, handle);
        }
        Leaf more = leaf.with(i, place, handle);
        if (more.count() <= Leaf.MAX_BLOCKS) {
            replace(afi, at, 1, more);
            return more;
        }
        // Prefixes that arrive in order leave full leaves.
        int middle = i == more.count() - 1 ? i : more.count() / 2;
        Leaf head = middle == i ? more.slice(0, i) : summarized(more.slice(0, middle));
        Leaf tail = summarized(more.slice(middle, more.count())); // else it would inherit what all leaves before have
        replace(afi, at, 1, head, tail);
        return i < middle ? head : tail;
    }

    /**
     * Removes a row.
     *
     * @param prefix the beginning of the prefix's rows
     * @return false if there is no such row
     */
    public boolean remove(Place prefix, SessionSlots session, int pathId) {
        Place place = prefix.row(session.number(), pathId);
        Root root = root(place.afi());
        int at = root.floor(place);
        if (at < 0) {
            return false;
        }
        Leaf leaf = root.leaf(at);
        int i = leaf.floor(place);
        if (!leaf.isOf(i, place)) {
            return false;
        }
        load(leaf, i);
        if (!editor.remove(session.number(), pathId)) {
            return false;
        }
        isChanged = true;
        changes++;
        rows--;
        count(session.number(), editor.before, -1);
        if (editor.isEmpty()) {
            blocks.drop(leaf.handle(i));
            removeBlock(place.afi(), at, leaf, i);
        } else {
            leaf.setHandle(i, blocks.write(editor, leaf.handle(i), commit));
        }
        return true;
    }

    private void removeBlock(int afi, int at, Leaf leaf, int i) {
        if (leaf.count() == 1) {
            replace(afi, at, 1);
            return;
        }
        Leaf fewer = leaf.without(i);
        Root root = root(afi);
        Leaf next = at + 1 < root.count() ? root.leaf(at + 1) : null;
        if (next != null && fewer.count() + next.count() <= Leaf.MAX_BLOCKS / 2) {
            replace(afi, at, 2, fewer.joined(next));
        } else {
            replace(afi, at, 1, fewer);
        }
    }

    private void count(int session, RowData row, int by) {
        long epoch = row.slot == SessionSlots.OTHER ? dictionaries.epoch(row.fields) : 0;
        counts.count(session, row.slot, epoch, row.flags, findings.of(row.fields), by);
    }

    /** Returns the number of leaves of an address family in the state that is being written. */
    int leaves(int afi) {
        return root(afi).count();
    }

    /** Returns the index of the leaf of a place, in the state that is being written; 0 if there is none. */
    int leafOf(Place place) {
        return Math.max(0, root(place.afi()).floor(place));
    }

    /** Returns the leaf that has the blocks of a prefix, in the state that is being written; null if there is none. */
    @Nullable
    Leaf leafAt(Place prefix) {
        Root root = root(prefix.afi());
        int at = root.floor(prefix);
        return at < 0 ? null : root.leaf(at);
    }

    /** Returns the place of the first block of a leaf. */
    Place firstPlace(int afi, int at) {
        Leaf leaf = root(afi).leaf(at);
        return new Place(afi, leaf.hi(0), leaf.lo(0), leaf.shape(0), leaf.position(0));
    }

    /**
     * Gives the rows of some sessions in a leaf other slots.
     *
     * @param folded the sessions, for {@link Leaf#mayHaveAny}
     * @return 1, the number of leaves
     */
    int relabel(int afi, int at, long[] folded, BlockEditor.Slots slots) {
        Leaf leaf = root(afi).leaf(at);
        for (int i = 0; i < leaf.count() && leaf.mayHaveAny(folded); i++) {
            load(leaf, i);
            if (editor.relabel(slots, this::move)) {
                isChanged = true;
                leaf.setHandle(i, blocks.write(editor, leaf.handle(i), commit));
            }
        }
        return 1;
    }

    private void move(int session, RowData row, int slot) {
        int old = row.slot;
        count(session, row, -1);
        row.slot = slot;
        count(session, row, 1);
        row.slot = old;
    }

    /** Makes the summary of a leaf again. */
    void summarize(int afi, int at) {
        isChanged = true;
        replace(afi, at, 1, summarized(root(afi).leaf(at)));
    }

    /** Returns a leaf with the same blocks and the summary of what they have now. Uses the editor. */
    private Leaf summarized(Leaf leaf) {
        Leaf changed = leaf.withoutSummary();
        for (int i = 0; i < changed.count(); i++) {
            load(changed, i);
            changed.addUnion(i, editor.union());
            editor.forEachSession(changed::addSession);
            editor.forEachPath(path -> changed.addAses(dictionaries.paths(), path));
        }
        return changed;
    }

    /** Returns the number of rows that were replaced or removed since the last {@link #countChanges}. */
    long changes() {
        return changes;
    }

    /** Begins to count changes. */
    void countChanges() {
        changes = 0;
    }

    /** Marks the numbers of dictionaries that the rows of a leaf have. */
    void mark(int afi, int at) {
        Leaf leaf = root(afi).leaf(at);
        for (int i = 0; i < leaf.count(); i++) {
            load(leaf, i);
            editor.forEachRow(dictionaries::mark);
        }
    }

    /** Moves the blocks of a leaf out of sparse pages. */
    void compact(int afi, int at) {
        Leaf leaf = root(afi).leaf(at);
        for (int i = 0; i < leaf.count(); i++) {
            int handle = leaf.handle(i);
            if (blocks.slabs().isSparse(handle)) {
                isChanged = true;
                load(leaf, i);
                leaf.setHandle(i, blocks.write(editor, handle, commit));
            }
        }
    }

    /** Gives an empty shard the rows of a snapshot, which readers see from now on. */
    void restore(Root ipv4, Root ipv6, long restoredRows) {
        roots[0] = ipv4;
        roots[1] = ipv6;
        rows = restoredRows;
        published = new ShardState(1, ipv4, ipv6, rows);
    }

    /** Returns the bytes of leaves. */
    long leafBytes() {
        long bytes = 0;
        for (Root root : new Root[] {published.ipv4(), published.ipv6()}) {
            for (int i = 0; i < root.count(); i++) {
                bytes += root.leaf(i).memoryBytes();
            }
        }
        return bytes;
    }
}
