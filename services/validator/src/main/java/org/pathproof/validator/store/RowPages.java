// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a store in {@link RowPage pages}, ordered by unsigned bytes of their keys. A row shares its session part
 * with rows of all pages, and its path and attributes parts with rows of its page ({@link RowLayout}). Values come back
 * as they were put. Not thread-safe.
 */
public final class RowPages {
    /** Size in bytes at which a page of several rows is split. */
    static final int PAGE = 6144;
    /** Length of a value above which it is not divided. */
    private static final int MOST_DIVIDED = 4096;
    /** Number of session parts above which there must be {@link #ROWS_PER_SESSION_PART} rows for each. */
    private static final int FEW_SESSION_PARTS = 4096;

    private static final int ROWS_PER_SESSION_PART = 16;

    private static final int NO_HEAD = -1;
    private static final int UNKNOWN = -1;
    private static final byte[] LEAST = new byte[0];

    /**
     * Pages by a lower bound of their keys, which is above all keys of the previous page. The bound of the first page
     * of a head is the head. Before them is a page that stays empty.
     */
    private final TreeMap<byte[], RowPage> directory = new TreeMap<>(Arrays::compareUnsigned);

    private final RowLayout layout;
    private final SessionParts sessions = new SessionParts();
    private final RowKey row;
    // the result of the last search, which a change of the rows makes invalid
    private byte[] soughtKey = new byte[64];
    private int soughtLength = UNKNOWN;
    private RowPage page;
    private int group; // as in RowPage.findGroup
    private int place; // as in RowPage.find

    private final RowParts divided = new RowParts();
    private final RowValues values;
    private long count;
    private long keyBytes;
    private long memoryBytes;

    /** Receives rows. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Reads a row, and must not change the rows. The cursor is valid during the call.
         *
         * @return true to continue with the next row
         */
        boolean visit(RowCursor row);
    }

    RowPages(RowLayout layout) {
        this.layout = layout;
        values = new RowValues(layout, sessions);
        row = new RowKey(layout);
        page = new RowPage(NO_HEAD, 0);
        clear();
    }

    public long count() {
        return count;
    }

    /** Returns the bytes of memory of all rows. */
    public long memoryBytes() {
        return memoryBytes + sessions.memoryBytes();
    }

    /** Returns the bytes of memory of all keys: prefix parts, sessions and tails. */
    public long keyBytes() {
        return keyBytes + (long) RowLayout.SESSION * sessions.count();
    }

    /** Returns a number above those of all session parts. */
    int sessionNumbers() {
        return sessions.end();
    }

    /** Returns true if the key is that of a row. Other keys must not be passed to methods that get or change rows. */
    boolean isRow(byte[] key) {
        return row.read(key);
    }

    byte @Nullable [] get(byte[] key) {
        seek(key);
        return place < 0 ? null : values.value(page, place);
    }

    /** Searches for a key, unless the last search was for the same key and is still valid. */
    private void seek(byte[] key) {
        if (Arrays.equals(key, 0, key.length, soughtKey, 0, Math.max(0, soughtLength))) {
            return;
        }
        row.read(key);
        page = directory.floorEntry(key).getValue();
        findPlace();
        if (soughtKey.length < key.length) {
            soughtKey = new byte[key.length];
        }
        System.arraycopy(key, 0, soughtKey, 0, key.length);
        soughtLength = key.length;
    }

    /** Finds the place in a page of the key that was read last. */
    private void findPlace() {
        boolean isOfHead = page.head() == row.head;
        group = isOfHead ? page.findGroup(row) : -1;
        place = isOfHead ? page.find(group, row, sessions) : -1;
    }

    void put(byte[] key, byte[] value) {
        seek(key);
        row.read(key);
        soughtLength = UNKNOWN;
        int session = divide(value);
        if (page.head() != row.head) {
            page = add(Arrays.copyOf(key, RowLayout.HEAD));
            findPlace();
        }
        while (!page.hasRoom(divided) && divided.length() <= MOST_DIVIDED && page.count() > 1) {
            splitAt(page, page.middle());
            page = directory.floorEntry(key).getValue();
            findPlace();
        }
        if (!page.hasRoom(divided)) {
            makePlaceApart();
        }
        discount(page);
        if (place >= 0) {
            sessions.release(page.rows().session(place));
            page.replace(place, session, divided);
        } else {
            page.insert(-1 - place, group, row, session, divided);
            count++;
        }
        account(page);
        if (page.size() > PAGE && page.count() > 1) {
            splitAt(page, page.middle());
        }
    }

    /** Divides the value of the row that was read last. Returns the number of its session part. */
    private int divide(byte[] value) {
        boolean few = sessions.count() < FEW_SESSION_PARTS || sessions.count() < count / ROWS_PER_SESSION_PART;
        divided.begin();
        int flags = row.hasTail ? SessionParts.TAIL : 0;
        if (sessions.count() > SessionParts.MOST / 2
                || value.length > MOST_DIVIDED
                || !layout.split(value, !few, divided)) {
            divided.begin();
            divided.path.set(value, 0, value.length);
            divided.own = 0;
            flags |= SessionParts.WHOLE;
        }
        return sessions.use(row.high, row.low, flags, divided.session);
    }

    private void discount(RowPage changed) {
        memoryBytes -= changed.memoryBytes();
        keyBytes -= changed.keyBytes();
    }

    private void account(RowPage changed) {
        memoryBytes += changed.memoryBytes();
        keyBytes += changed.keyBytes();
    }

    /** Adds an empty page for keys with the head of the key that was read last. */
    private RowPage add(byte[] bound) {
        RowPage added = new RowPage(row.head, row.prefixLength - RowLayout.HEAD);
        directory.put(bound, added);
        account(added);
        return added;
    }

    private void splitAt(RowPage full, int first) {
        discount(full);
        RowPage upper = full.split(first);
        directory.put(upper.key(0, 0, sessions), upper);
        account(full);
        account(upper);
    }

    /** Moves the place of the key that was read last to a page without other rows, because its page has no room. */
    private void makePlaceApart() {
        if (place >= 0) {
            removeRow();
        }
        int first = place < 0 ? -1 - place : place;
        if (first < page.count()) {
            splitAt(page, first);
        }
        if (page.count() > 0) {
            page = add(row.bytes.clone());
        }
        findPlace();
    }

    private void removeRow() {
        sessions.release(page.rows().session(place));
        discount(page);
        page.remove(place, group);
        account(page);
        count--;
    }

    /** Removes a row; returns its value, or null if there is none. */
    byte @Nullable [] remove(byte[] key) {
        seek(key);
        if (place < 0) {
            return null;
        }
        soughtLength = UNKNOWN;
        byte[] value = values.value(page, place);
        removeRow();
        if (page.size() < PAGE / 4) {
            shrink(directory.floorKey(key), page);
        }
        return value;
    }

    /**
     * Joins a small page with the next or previous page if both together fill at most half a page. Removes an empty
     * page that is not the first one of its head.
     */
    private void shrink(byte[] bound, RowPage small) {
        if (small.count() == 0 && bound.length > RowLayout.HEAD) {
            directory.remove(bound);
            discount(small);
            return;
        }
        Map.Entry<byte[], RowPage> next = directory.higherEntry(bound);
        if (next == null || !join(small, next.getKey(), next.getValue())) {
            Map.Entry<byte[], RowPage> before = directory.lowerEntry(bound);
            if (before != null) {
                join(before.getValue(), bound, small);
            }
        }
    }

    private boolean join(RowPage first, byte[] bound, RowPage next) {
        if (first.size() + next.size() > PAGE / 2 || !first.canAppend(next)) {
            return false;
        }
        discount(first);
        discount(next);
        first.append(next);
        directory.remove(bound);
        account(first);
        return true;
    }

    /**
     * Passes the rows in the order of their keys to the visitor, from the first key that is not below {@code from},
     * until the visitor returns false.
     */
    public void visit(byte[] from, Visitor visitor) {
        RowCursor cursor = null;
        for (RowPage next : directory.tailMap(directory.floorKey(from), true).values()) {
            int first = 0;
            if (cursor == null) {
                cursor = new RowCursor(values, sessions, next);
                first = next.lowerBound(from, sessions);
            }
            if (cursor.begin(next, first)) {
                do {
                    if (!visitor.visit(cursor)) {
                        return;
                    }
                } while (cursor.advance());
            }
        }
    }

    /**
     * Returns the first row with a key at or above {@code from}, or only above {@code from} if {@code above}; null if
     * there is none.
     */
    Map.@Nullable Entry<byte[], byte[]> next(byte[] from, boolean above) {
        byte[] least = above ? Arrays.copyOf(from, from.length + 1) : from;
        Found found = new Found();
        visit(least, cursor -> {
            found.entry = Map.entry(cursor.key(), cursor.value());
            return false;
        });
        return found.entry;
    }

    private static final class Found {
        private Map.@Nullable Entry<byte[], byte[]> entry;
    }

    void clear() {
        RowPage first = new RowPage(NO_HEAD, 0);
        directory.clear();
        directory.put(LEAST, first);
        sessions.clear();
        page = first;
        soughtLength = UNKNOWN;
        count = 0;
        keyBytes = first.keyBytes();
        memoryBytes = first.memoryBytes();
    }
}
