// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.io.IOException;
import java.util.List;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.row.Block;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.verdictstore.row.Stamps;
import org.pathproof.verdictstore.snapshot.SectionReader;

/** Adds the rows of a snapshot to a shard: gives them the present numbers of dictionaries, and counts them. */
final class RestoredRows {
    private final Shard shard;
    private final SectionReader in;
    private final Dictionaries dictionaries;
    private final SessionArray sessions;
    private final DictionaryImage.Numbers paths;
    private final DictionaryImage.Numbers attributes;
    private final DictionaryImage.Numbers fields;
    private final DictionaryImage.Numbers times;
    private long count;
    private int newest;

    RestoredRows(
            Shard shard, SectionReader in, DictionaryImage image, Dictionaries dictionaries, SessionArray sessions) {
        this.shard = shard;
        this.in = in;
        this.dictionaries = dictionaries;
        this.sessions = sessions;
        this.paths = image.new Numbers(dictionaries.paths());
        this.attributes = image.new Numbers(dictionaries.attributes());
        this.fields = image.new Numbers(dictionaries.fields());
        this.times = image.new Numbers(dictionaries.times());
    }

    /** Returns the number of rows. */
    long count() {
        return count;
    }

    /** Returns the greatest time that is not interned. */
    int newest() {
        return newest;
    }

    /** Adds a block, which is changed. Returns its handle. */
    int add(byte[] block, int length) throws IOException {
        if (Block.length(block, 0) != length || Block.rows(block, 0) == 0) {
            throw in.damaged("a block is not as long as its rows");
        }
        int format = Block.format(block, 0);
        int rows = Block.rows(block, 0);
        int variants = Block.variants(block, 0);
        int firstVariant = Block.HEAD + rows * Block.rowSize(format);
        for (int i = 0, at = firstVariant; i < variants; i++, at += Block.variantSize(format)) {
            Block.putVariant(
                    block,
                    at,
                    format,
                    paths.of(Block.path(block, at), in),
                    Block.flags(block, at),
                    Block.digest(block, at, format),
                    fields.of(Block.fields(block, at, format), in));
        }
        long before = -1;
        for (int i = 0, at = Block.HEAD; i < rows; i++, at += Block.rowSize(format)) {
            long position = Block.position(block, at, format);
            if (position <= before || Block.variant(block, at) >= variants) {
                throw in.damaged("the rows of a block are not in order");
            }
            before = position;
            int time = Block.time(block, at);
            if (Stamps.isInterned(time)) {
                time = Stamps.interned(times.of(Stamps.number(time), in));
            } else {
                newest = Math.max(newest, time);
            }
            int session = Block.session(block, at);
            int slot = Block.slot(block, at);
            Block.putRow(
                    block,
                    at,
                    Block.rowWord(session, slot, Block.variant(block, at)),
                    time,
                    attributes.of(Block.attributes(block, at), in));
            count(session, slot, block, firstVariant + Block.variant(block, at) * Block.variantSize(format), format);
        }
        count += rows;
        return shard.blocks().restore(block, length);
    }

    private void count(int session, int slot, byte[] block, int variant, int format) throws IOException {
        if (!sessions.has(session)
                || slot != SessionSlots.OTHER && (sessions.get(session).used() >>> slot & 1) == 0) {
            throw in.damaged("a row is of session " + session + " and slot " + slot + ", which are unknown");
        }
        int further = Block.fields(block, variant, format);
        if (slot == SessionSlots.OTHER && further == Dictionary.NONE) {
            throw in.damaged("a row has no epoch");
        }
        shard.counts()
                .count(
                        session,
                        slot,
                        slot == SessionSlots.OTHER ? dictionaries.epoch(further) : 0,
                        Block.flags(block, variant),
                        dictionaries.findings(further),
                        1);
    }

    /** Returns a leaf of blocks that were added, with its summary. */
    Leaf leaf(List<Place> places, int[] handles) {
        Leaf leaf = Leaf.of(places, handles);
        for (int block = 0; block < handles.length; block++) {
            byte[] array = shard.blocks().array(handles[block]);
            int at = Blocks.at(handles[block]);
            int format = Block.format(array, at);
            leaf.addUnion(block, Block.union(array, at));
            int row = at + Block.HEAD;
            for (int i = Block.rows(array, at); i > 0; i--, row += Block.rowSize(format)) {
                leaf.addSession(Block.session(array, row));
            }
            for (int i = Block.variants(array, at); i > 0; i--, row += Block.variantSize(format)) {
                leaf.addAses(dictionaries.paths(), Block.path(array, row));
            }
        }
        return leaf;
    }
}
