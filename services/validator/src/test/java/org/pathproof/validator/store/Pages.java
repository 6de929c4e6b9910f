// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A map from bytes to bytes in {@link Page pages}, ordered by unsigned bytes of the keys. An entry takes a few bytes
 * beyond key and value, and a walk through all entries reads few arrays. Not thread-safe.
 */
public final class Pages {
    /** Size in bytes at which a page of several entries is split. */
    static final int PAGE = 4096;

    private static final byte[] LEAST = new byte[0];

    /** Pages by a lower bound of their keys, which is above all keys of the previous page. */
    private final TreeMap<byte[], Page> directory = new TreeMap<>(Arrays::compareUnsigned);

    private long count;
    private long keyBytes;
    private long memoryBytes;

    public Pages() {
        clear();
    }

    /** Reads entries in place. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Reads the entry whose key and value are in {@code bytes}, which must not be kept or changed.
         *
         * @return true to continue with the next entry
         */
        boolean visit(byte[] bytes, int keyAt, int keyLength, int valueAt, int valueLength);
    }

    public long count() {
        return count;
    }

    /** Returns the bytes of memory of all entries, without the directory of pages. */
    public long memoryBytes() {
        return memoryBytes;
    }

    /** Returns the number of bytes of all keys. */
    public long keyBytes() {
        return keyBytes;
    }

    public byte @Nullable [] get(byte[] key) {
        Page page = directory.floorEntry(key).getValue();
        int place = page.find(key);
        return place < 0 ? null : page.value(place);
    }

    /** Sets the value of a key. */
    public void put(byte[] key, byte[] value) {
        Map.Entry<byte[], Page> entry = directory.floorEntry(key);
        Page page = entry.getValue();
        int place = page.find(key);
        if (place >= 0 && page.valueLength(place) == value.length) {
            page.overwrite(place, value);
            return;
        }
        memoryBytes -= page.memoryBytes();
        if (place >= 0) {
            page.remove(place);
        } else {
            place = -1 - place;
            count++;
            keyBytes += key.length;
        }
        if (page.used() > PAGE || Page.size(key, value) > PAGE) {
            insertApart(page, place, key, value);
        } else {
            page.insert(place, key, value);
            if (page.used() > PAGE) {
                add(page.split(page.middle()));
            }
        }
        memoryBytes += page.memoryBytes();
    }

    private void add(Page page) {
        directory.put(page.key(0), page);
        memoryBytes += page.memoryBytes();
    }

    /** Inserts an entry that is larger than a page, or that belongs into a page with such an entry. */
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

    /** Removes an entry; returns its value, or null if there is none. */
    public byte @Nullable [] remove(byte[] key) {
        Map.Entry<byte[], Page> entry = directory.floorEntry(key);
        Page page = entry.getValue();
        int place = page.find(key);
        if (place < 0) {
            return null;
        }
        byte[] value = page.value(place);
        memoryBytes -= page.memoryBytes();
        page.remove(place);
        memoryBytes += page.memoryBytes();
        count--;
        keyBytes -= key.length;
        if (page.used() < PAGE / 4) {
            shrink(entry.getKey(), page);
        }
        return value;
    }

    /**
     * Joins a small page with the next or previous page if both together fill at most half a page. Joins an empty page
     * with any previous page.
     */
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
        memoryBytes -= page.memoryBytes() + next.memoryBytes();
        page.append(next);
        directory.remove(bound);
        memoryBytes += page.memoryBytes();
    }

    /**
     * Passes the entries in order to the visitor, from the first key that is not below {@code from}, until the visitor
     * returns false. The visitor must not change the map.
     */
    public void visit(byte[] from, Visitor visitor) {
        for (Map.Entry<byte[], Page> entry :
                directory.tailMap(directory.floorKey(from), true).entrySet()) {
            Page page = entry.getValue();
            int place = page.find(from);
            for (int i = place < 0 ? -1 - place : place; i < page.count(); i++) {
                if (!visitor.visit(
                        page.bytes(), page.keyAt(i), page.keyLength(i), page.valueAt(i), page.valueLength(i))) {
                    return;
                }
            }
        }
    }

    /**
     * Returns the first entry with a key at or above {@code from}, or only above {@code from} if {@code above}; null if
     * there is none.
     */
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
        keyBytes = 0;
        memoryBytes = first.memoryBytes();
    }
}
