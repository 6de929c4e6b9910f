// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.dictionary.NumberMap;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.verdictstore.row.PathBytes;
import org.pathproof.verdictstore.snapshot.SectionReader;
import org.pathproof.verdictstore.snapshot.SnapshotFile;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;

/**
 * The dictionaries in a snapshot: a section for each, with the number and the bytes of each sequence, and a 0 at the
 * end. When they are read, the sequences get new numbers.
 */
public final class DictionaryImage {
    private final Map<Dictionary, NumberMap> numbers = new HashMap<>();

    private DictionaryImage() {}

    private static String section(Dictionary dictionary) {
        return "dictionary of " + dictionary.name();
    }

    /** Writes the dictionaries. {@link Upkeep#tryHold} holds the numbers meanwhile. */
    public static void write(Dictionaries dictionaries, SnapshotWriter to) throws IOException {
        for (Dictionary dictionary : dictionaries.all()) {
            to.begin(section(dictionary));
            try {
                dictionary.forEach(id -> write(dictionary, id, to));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            to.putInt(Dictionary.NONE);
        }
    }

    private static void write(Dictionary dictionary, int id, SnapshotWriter to) {
        try {
            int length = dictionary.length(id);
            to.putInt(id);
            to.putInt(length);
            to.putBytes(dictionary.array(id), dictionary.from(id), length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads dictionaries, which are empty. */
    public static DictionaryImage read(SnapshotFile file, Dictionaries into) throws IOException {
        DictionaryImage image = new DictionaryImage();
        for (Dictionary dictionary : into.all()) { // router keys first: paths have their numbers
            image.read(file.section(section(dictionary)), dictionary, dictionary == into.paths(), into);
        }
        return image;
    }

    private void read(SectionReader in, Dictionary dictionary, boolean isPaths, Dictionaries all) throws IOException {
        NumberMap map = new NumberMap();
        NumberMap keys = numbers.getOrDefault(all.keys(), map);
        for (int id = in.getInt(); id != Dictionary.NONE; id = in.getInt()) {
            byte[] bytes = in.getArray();
            if (isPaths) {
                renumberKeys(bytes, keys, in);
            }
            map.put(id, dictionary.intern(Words.hash(bytes, 0, bytes.length), bytes, 0, bytes.length));
        }
        numbers.put(dictionary, map);
    }

    private static void renumberKeys(byte[] path, NumberMap keys, SectionReader in) throws IOException {
        int at = PathBytes.firstHop(path, 0);
        for (int i = PathBytes.hops(path, 0); i > 0; i--, at += PathBytes.HOP) {
            Words.putI32(path, at, number(keys, Words.i32(path, at), in));
        }
    }

    private static int number(NumberMap map, int old, SectionReader in) throws IOException {
        int found = map.get(old);
        if (found == Dictionary.NONE) {
            throw in.damaged("number " + old + " is not in its dictionary");
        }
        return found;
    }

    /** The numbers of one dictionary. */
    final class Numbers {
        private final NumberMap map;

        Numbers(Dictionary dictionary) {
            map = numbers.getOrDefault(dictionary, new NumberMap());
        }

        /** Returns the new number of an old one. {@link Dictionary#NONE} has itself. */
        int of(int old, SectionReader in) throws IOException {
            return old == Dictionary.NONE ? old : number(map, old, in);
        }
    }
}
