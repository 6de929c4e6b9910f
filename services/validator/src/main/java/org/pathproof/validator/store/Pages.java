// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from octets to octets, keys in the order of unsigned octets, in {@link Page pages}: some octets for each entry beyond
 * key and value, and looking at all entries one after the other is a walk through few arrays. Used by one thread.
 */
public final class Pages {
    /** A page with more octets is split, if it has more than one entry. */
    static final int PAGE = 4096;

    private static final byte[] LEAST = new byte[0];

    /** Pages by a bound below all of their keys and above all of the page before. */
    private final TreeMap<byte[], Page> directory = new TreeMap<>(Arrays::compareUnsigned);

    private long count;
    private long keyOctets;
    private long room;

    public Pages() {
        clear();
    }

    /** Looks at entries, in place. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * An entry: its key and its value in {@code octets}, which may not be kept nor changed.
         *
         * @return whether to go on
         */
        boolean visit(byte[] octets, int keyAt, int keyLength, int valueAt, int valueLength);
    }

    public long count() {
        return count;
    }

    /** Octets of memory for all entries together, what the directory of pages takes aside. */
    public long room() {
        return room;
    }

    /** Octets of all keys. */
    public long keyOctets() {
        return keyOctets;
    }

    public byte @Nullable [] get(byte[] key) {
        Page page = directory.floorEntry(key).getValue();
        int place = page.find(key);
        return place < 0 ? null : page.value(place);
    }

    /** Takes the value for the key, in place of the one before. */
    public void put(byte[] key, byte[] value) {
        Map.Entry<byte[], Page> entry = directory.floorEntry(key);
        Page page = entry.getValue();
        int place = page.find(key);
        if (place >= 0 && page.valueLength(place) == value.length) {
            page.overwrite(place, value);
            return;
        }
        room -= page.room();
        if (place >= 0) {
            page.remove(place);
        } else {
            place = -1 - place;
            count++;
            keyOctets += key.length;
        }
        if (page.used() > PAGE || Page.size(key, value) > PAGE) {
            insertApart(page, place, key, value);
        } else {
            page.insert(place, key, value);
            if (page.used() > PAGE) {
                add(page.split(page.middle()));
            }
        }
        room += page.room();
    }

    private void add(Page page) {
        directory.put(page.key(0), page);
        room += page.room();
    }

    /** Inserts an entry that cannot share a page, or beside one that cannot. */
    private void insertApart(Page page, int place, byte[] key, byte[] value) {
        if (place < page.count()) {
            add(page.split(place));
        }
        if (page.count() == 0) {
            page.insert(0, key, value);
        } else {
            Page own = new Page();
            own.insert(0, key, value);
            add(own);
        }
    }

    /** Removes the entry; its value, or null if there is none. */
    public byte @Nullable [] remove(byte[] key) {
        Map.Entry<byte[], Page> entry = directory.floorEntry(key);
        Page page = entry.getValue();
        int place = page.find(key);
        if (place < 0) {
            return null;
        }
        byte[] value = page.value(place);
        room -= page.room();
        page.remove(place);
        room += page.room();
        count--;
        keyOctets -= key.length;
        if (page.used() < PAGE / 4) {
            shrink(entry.getKey(), page);
        }
        return value;
    }

    /** Joins a page that became small with the one before or after it, where both fit one page. */
    private void shrink(byte[] bound, Page page) {
        Map.Entry<byte[], Page> next = directory.higherEntry(bound);
        if (next != null && page.used() + next.getValue().used() <= PAGE / 2) {
            join(page, next.getKey(), next.getValue());
            return;
        }
        Map.Entry<byte[], Page> before = directory.lowerEntry(bound);
        if (before != null
                && (page.count() == 0 || page.used() + before.getValue().used() <= PAGE / 2)) {
            join(before.getValue(), bound, page);
        }
    }

    private void join(Page page, byte[] bound, Page next) {
        room -= page.room() + next.room();
        page.append(next);
        directory.remove(bound);
        room += page.room();
    }

    /**
     * Goes through the entries in order, from the first one whose key is not below {@code from}, until the visitor has enough. The map may
     * not be changed meanwhile.
     */
    public void visit(byte[] from, Visitor visitor) {
        for (Map.Entry<byte[], Page> entry :
                directory.tailMap(directory.floorKey(from), true).entrySet()) {
            Page page = entry.getValue();
            int place = page.find(from);
            for (int i = place < 0 ? -1 - place : place; i < page.count(); i++) {
                if (!visitor.visit(
                        page.octets(), page.keyAt(i), page.keyLength(i), page.valueAt(i), page.valueLength(i))) {
                    return;
                }
            }
        }
    }

    /** The first entry whose key is not below {@code from}, or above it if {@code above}; null when there is none. */
    Map.@Nullable Entry<byte[], byte[]> next(byte[] from, boolean above) {
        for (Map.Entry<byte[], Page> entry = directory.floorEntry(from);
                entry != null;
                entry = directory.higherEntry(entry.getKey())) {
            Page page = entry.getValue();
            int found = page.find(from);
            int place = found < 0 ? -1 - found : above ? found + 1 : found;
            if (place < page.count()) {
                return Map.entry(page.key(place), page.value(place));
            }
        }
        return null;
    }

    public void clear() {
        Page first = new Page();
        directory.clear();
        directory.put(LEAST, first);
        count = 0;
        keyOctets = 0;
        room = first.room();
    }
}
