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
    private static final byte[] LEAST = new byte[0];

    /**
     * Pages by a lower bound of their keys, which is above all keys of the previous page. The bound of the first page
     * of a head is the head. Before them is a page that stays empty.
     */
    private final TreeMap<byte[], RowPage> directory = new TreeMap<>(Arrays::compareUnsigned);

    private final RowLayout layout;
    private final SessionParts sessions = new SessionParts();
    private final RowKey row;
    private final RowParts divided = new RowParts();
    private final RowParts joined = new RowParts();
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
        row = new RowKey(layout);
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
    public int sessionNumbers() {
        return sessions.end();
    }

    /** Returns true if the key is that of a row. Other keys must not be passed to methods that get or change rows. */
    boolean isRow(byte[] key) {
        return row.read(key);
    }

    byte @Nullable [] get(byte[] key) {
        row.read(key);
        RowPage page = directory.floorEntry(key).getValue();
        int place = find(page);
        return place < 0 ? null : value(page, place);
    }

    /** Returns the place of the key that was read last. */
    private int find(RowPage page) {
        return page.head() == row.head ? page.find(page.findGroup(row), row, sessions) : -1;
    }

    /** Returns the value of a row of a page. */
    byte[] value(RowPage page, int place) {
        int session = page.rows().session(place);
        Parts parts = page.parts();
        int path = page.rows().path(place);
        if (sessions.isWhole(session)) {
            int at = parts.at(path);
            return Arrays.copyOfRange(parts.bytes(), at, at + parts.length(path));
        }
        int attributes = page.rows().attributes(place);
        byte[] content = sessions.content(session);
        joined.session.set(content, 0, content.length);
        joined.path.set(parts.bytes(), parts.at(path), parts.length(path));
        joined.attributes.set(parts.bytes(), parts.at(attributes), parts.length(attributes));
        joined.own = page.rows().own(place);
        return layout.join(joined);
    }

    void put(byte[] key, byte[] value) {
        row.read(key);
        int session = divide(value);
        RowPage page = directory.floorEntry(key).getValue();
        if (page.head() != row.head) {
            page = add(Arrays.copyOf(key, RowLayout.HEAD));
        }
        while (!page.hasRoom(divided) && divided.length() <= MOST_DIVIDED && page.count() > 1) {
            splitAt(page, page.middle());
            page = directory.floorEntry(key).getValue();
        }
        int group = page.findGroup(row);
        int place = page.find(group, row, sessions);
        if (!page.hasRoom(divided)) {
            page = makePlaceApart(page, group, place);
            group = page.findGroup(row);
            place = page.find(group, row, sessions);
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

    private void discount(RowPage page) {
        memoryBytes -= page.memoryBytes();
        keyBytes -= page.keyBytes();
    }

    private void account(RowPage page) {
        memoryBytes += page.memoryBytes();
        keyBytes += page.keyBytes();
    }

    /** Adds an empty page for keys with the head of the key that was read last. */
    private RowPage add(byte[] bound) {
        RowPage page = new RowPage(row.head, row.prefixLength - RowLayout.HEAD);
        directory.put(bound, page);
        account(page);
        return page;
    }

    private void splitAt(RowPage page, int place) {
        discount(page);
        RowPage upper = page.split(place);
        directory.put(upper.key(0, 0, sessions), upper);
        account(page);
        account(upper);
    }

    /** Returns a page without other rows for the key that was read last, whose parts do not fit into its page. */
    private RowPage makePlaceApart(RowPage page, int group, int place) {
        if (place >= 0) {
            removeFrom(page, place, group);
        }
        int first = place < 0 ? -1 - place : place;
        if (first < page.count()) {
            splitAt(page, first);
        }
        return page.count() == 0 ? page : add(row.bytes.clone());
    }

    private void removeFrom(RowPage page, int place, int group) {
        sessions.release(page.rows().session(place));
        discount(page);
        page.remove(place, group);
        account(page);
        count--;
    }

    /** Removes a row; returns its value, or null if there is none. */
    byte @Nullable [] remove(byte[] key) {
        row.read(key);
        Map.Entry<byte[], RowPage> entry = directory.floorEntry(key);
        RowPage page = entry.getValue();
        int place = find(page);
        if (place < 0) {
            return null;
        }
        byte[] value = value(page, place);
        removeFrom(page, place, page.findGroup(row));
        if (page.size() < PAGE / 4) {
            shrink(entry.getKey(), page);
        }
        return value;
    }

    /**
     * Joins a small page with the next or previous page if both together fill at most half a page. Removes an empty
     * page that is not the first one of its head.
     */
    private void shrink(byte[] bound, RowPage page) {
        if (page.count() == 0 && bound.length > RowLayout.HEAD) {
            directory.remove(bound);
            discount(page);
            return;
        }
        Map.Entry<byte[], RowPage> next = directory.higherEntry(bound);
        if (next == null || !join(page, next.getKey(), next.getValue())) {
            Map.Entry<byte[], RowPage> before = directory.lowerEntry(bound);
            if (before != null) {
                join(before.getValue(), bound, page);
            }
        }
    }

    private boolean join(RowPage page, byte[] bound, RowPage next) {
        if (page.size() + next.size() > PAGE / 2 || !page.canAppend(next)) {
            return false;
        }
        discount(page);
        discount(next);
        page.append(next);
        directory.remove(bound);
        account(page);
        return true;
    }

    /**
     * Passes the rows in the order of their keys to the visitor, from the first key that is not below {@code from},
     * until the visitor returns false.
     */
    public void visit(byte[] from, Visitor visitor) {
        RowCursor cursor = null;
        for (RowPage page : directory.tailMap(directory.floorKey(from), true).values()) {
            int first = 0;
            if (cursor == null) {
                cursor = new RowCursor(this, sessions, page);
                first = page.lowerBound(from, sessions);
            }
            if (cursor.begin(page, first)) {
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
        count = 0;
        keyBytes = first.keyBytes();
        memoryBytes = first.memoryBytes();
    }
}
