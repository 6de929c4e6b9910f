// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.memory.Slabs;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.row.Block;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.verdictstore.snapshot.SectionReader;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;
import org.pathproof.wire.AfiSafi;

/**
 * The rows of a shard in a snapshot: for each family its blocks in order, and an end. Then the history of serials.
 *
 * <pre>
 *  4     1 + length of the block; 0 at the end of the family
 *  4     shape of the prefix
 *  16    prefix
 *  8     position of the block among those of the prefix
 *        the block
 * </pre>
 *
 * <p>Writers go on meanwhile, so the image has each prefix at some time after the begin. The records since then, read
 * again in their order, make it equal to the shard.
 */
public final class ShardImage {
    /** Blocks that are copied in one go, during which a reader is inside. */
    private static final int PORTION = 1 << 18;

    private static final int HEAD = 32;
    private static final int[] FAMILIES = {AfiSafi.AFI_IPV4, AfiSafi.AFI_IPV6};
    /** Blocks of a leaf, which leaves room for some more. */
    private static final int FILL = Leaf.MAX_BLOCKS * 7 / 8;

    private final Shard shard;
    private byte[] portion = new byte[2 * PORTION];
    private int used;

    ShardImage(Shard shard) {
        this.shard = shard;
    }

    /**
     * Writes the rows.
     *
     * @param readings opens views of the store
     */
    void write(Supplier<Reading> readings, SnapshotWriter to) throws IOException {
        for (int afi : FAMILIES) {
            Place next = Place.start(afi);
            while (next != null) {
                used = 0;
                try (Reading _ = readings.get()) { // the disk may be slow, so it has to wait outside
                    next = copyPortion(next);
                }
                to.putBytes(portion, 0, used);
            }
            to.putInt(0);
        }
        shard.stamps().writeHistory(to);
    }

    /** Copies the blocks of some prefixes. Returns the place after them; null at the end. */
    private @Nullable Place copyPortion(Place from) {
        BlockCursor cursor = new BlockCursor(shard, shard.published(), from, RowFilter.ALL);
        Place last = null;
        while (cursor.next()) {
            Place place = cursor.first(from.afi());
            if (used >= PORTION && last != null && !cursor.isOf(last)) {
                return place.at(0); // a prefix is never divided: its blocks may be others next time
            }
            copy(place, cursor.array(), cursor.at());
            last = place;
        }
        return null;
    }

    private void copy(Place place, byte[] array, int at) {
        int length = Block.length(array, at);
        if (used + HEAD + length > portion.length) {
            portion = Arrays.copyOf(portion, 2 * portion.length);
        }
        Words.putI32(portion, used, 1 + length);
        Words.putI32(portion, used + 4, place.shape());
        Words.putI64(portion, used + 8, place.hi());
        Words.putI64(portion, used + 16, place.lo());
        Words.putI64(portion, used + 24, place.position());
        System.arraycopy(array, at, portion, used + HEAD, length);
        used += HEAD + length;
    }

    /** Reads the rows into the shard, which is empty. */
    void read(SectionReader in, DictionaryImage image, Dictionaries dictionaries, SessionArray sessions, Shapes shapes)
            throws IOException {
        RestoredRows rows = new RestoredRows(shard, in, image, dictionaries, sessions);
        Root[] roots = new Root[FAMILIES.length];
        for (int i = 0; i < FAMILIES.length; i++) {
            roots[i] = readFamily(in, FAMILIES[i], rows, shapes);
        }
        shard.stamps().readHistory(in, rows.newest());
        if (!in.isAtEnd()) {
            throw in.damaged("the section goes on after its content");
        }
        shard.restore(roots[0], roots[1], rows.count());
    }

    private Root readFamily(SectionReader in, int afi, RestoredRows rows, Shapes shapes) throws IOException {
        List<Leaf> leaves = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        int[] handles = new int[FILL];
        byte[] block = new byte[Slabs.MAX_SIZE];
        Place before = null;
        for (int length = in.getInt() - 1; length >= 0; length = in.getInt() - 1) {
            int shape = in.getInt();
            Place place = new Place(afi, in.getLong(), in.getLong(), shape, in.getLong());
            if (length < Block.HEAD || length > Slabs.MAX_SIZE - Block.PREFACE) {
                throw in.damaged("a block has a length of " + length);
            }
            if (before != null && place.compareTo(before) <= 0) {
                throw in.damaged("the blocks are not in order");
            }
            in.getBytes(block, 0, length);
            handles[places.size()] = rows.add(block, length);
            shapes.add(place);
            places.add(place);
            if (places.size() == FILL) {
                leaves.add(rows.leaf(places, handles.clone()));
                places.clear();
            }
            before = place;
        }
        if (!places.isEmpty()) {
            leaves.add(rows.leaf(places, Arrays.copyOf(handles, places.size())));
        }
        return Root.of(leaves);
    }
}
