// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Adjacent rows in the order of their keys, and the path and attributes parts that they share. All keys have the same
 * head. Rows with the same prefix part are a group. The array of groups has, for each group in order, the prefix part
 * without its head, and the number of the first row after the group in 2 bytes. Not thread-safe.
 */
final class RowPage {
    private static final VarHandle CHARS = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN);
    private static final int GROWTH = 4; // groups by which the array grows
    private static final int UNKNOWN = -1;
    /** Memory in bytes of a page beyond the content of its arrays: headers, and the entry of the directory. */
    private static final int OVERHEAD = 256;

    private final int head;
    private final int width; // bytes of a prefix part without its head
    private byte[] groups = new byte[0];
    private int groupCount;
    private RowArray rows;
    private Parts parts = new Parts();

    RowPage(int head, int width) {
        this(head, width, false);
    }

    private RowPage(int head, int width, boolean isWide) {
        this.head = head;
        this.width = width;
        rows = new RowArray(isWide);
    }

    private void become(RowPage other) {
        groups = other.groups;
        groupCount = other.groupCount;
        rows = other.rows;
        parts = other.parts;
    }

    int head() {
        return head;
    }

    int count() {
        return rows.count();
    }

    RowArray rows() {
        return rows;
    }

    Parts parts() {
        return parts;
    }

    /** Returns the bytes in use. */
    int size() {
        return rows.size() + groupCount * entry() + parts.size();
    }

    int memoryBytes() {
        return OVERHEAD + rows.memoryBytes() + groups.length + parts.memoryBytes();
    }

    /** Returns the bytes of prefix parts and tails. */
    int keyBytes() {
        return groupCount * width + (rows.isWide() ? RowLayout.TAIL * rows.count() : 0);
    }

    /** Returns the number of bytes of a group in the array. */
    private int entry() {
        return width + Character.BYTES;
    }

    /** Returns the row after the last one of a group. */
    int end(int group) {
        return (char) CHARS.get(groups, group * entry() + width);
    }

    private int start(int group) {
        return group == 0 ? 0 : end(group - 1);
    }

    private void setEnd(int group, int row) {
        CHARS.set(groups, group * entry() + width, (char) row);
    }

    private void moveEnds(int from, int by) {
        for (int group = from; group < groupCount; group++) {
            setEnd(group, end(group) + by);
        }
    }

    /** Returns the group of a row. */
    int groupOf(int row) {
        int low = 0;
        int high = groupCount - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (end(middle) <= row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the group of a key, or {@code -1 - group} with the place of a new group. */
    int findGroup(RowKey key) {
        long wanted = width <= Long.BYTES ? RowKey.word(key.bytes, RowLayout.HEAD, width) : 0;
        int low = 0;
        int high = groupCount - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int at = middle * entry();
            int order = width <= Long.BYTES
                    ? Long.compareUnsigned(RowKey.word(groups, at, width), wanted)
                    : Arrays.compareUnsigned(groups, at, at + width, key.bytes, RowLayout.HEAD, RowLayout.HEAD + width);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    /**
     * Returns the row of a key, or {@code -1 - row} with the place of a new row.
     *
     * @param group the result of {@link #findGroup}
     */
    int find(int group, RowKey key, SessionParts sessions) {
        if (group < 0) {
            return -1 - start(-1 - group);
        }
        int low = start(group);
        int high = end(group) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = compare(middle, key, sessions);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    /** Compares session and tail of a row with those of a key. */
    private int compare(int row, RowKey key, SessionParts sessions) {
        int number = rows.session(row);
        long high = sessions.high(number);
        if (high != key.high) {
            return Long.compareUnsigned(high, key.high);
        }
        long low = sessions.low(number);
        if (low != key.low) {
            return Long.compareUnsigned(low, key.low);
        }
        boolean hasTail = sessions.hasTail(number);
        return hasTail && key.hasTail
                ? Integer.compareUnsigned(rows.tail(row), key.tail)
                : Boolean.compare(hasTail, key.hasTail);
    }

    /** Returns the key of a row of a group. */
    byte[] key(int row, int group, SessionParts sessions) {
        int number = rows.session(row);
        boolean hasTail = sessions.hasTail(number);
        int prefixLength = RowLayout.HEAD + width;
        byte[] key = new byte[prefixLength + RowLayout.SESSION + (hasTail ? RowLayout.TAIL : 0)];
        key[0] = (byte) (head >> 16);
        key[1] = (byte) (head >> 8);
        key[2] = (byte) head;
        System.arraycopy(groups, group * entry(), key, RowLayout.HEAD, width);
        sessions.copySession(number, key, prefixLength);
        if (hasTail) {
            RowKey.putTail(key, prefixLength + RowLayout.SESSION, rows.tail(row));
        }
        return key;
    }

    /** Returns true if a key begins with the prefix part of a group. */
    boolean isPrefix(int group, byte[] key) {
        int length = RowLayout.HEAD + width;
        int at = group * entry();
        return key.length >= length
                && RowKey.head(key) == head
                && Arrays.equals(groups, at, at + width, key, RowLayout.HEAD, length);
    }

    /** Returns the first row whose key is not below {@code from}; the number of rows if there is none. */
    int lowerBound(byte[] from, SessionParts sessions) {
        int low = 0;
        int high = count();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(key(middle, groupOf(middle), sessions), from) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns true if the page can take the parts of a row beside those that it has. */
    boolean hasRoom(RowParts more) {
        return count() == 0
                || parts.live() + 2 <= Parts.MOST
                        && parts.liveBytes() + more.path.length + more.attributes.length <= Parts.MOST_BYTES;
    }

    /**
     * Inserts a row. The page {@link #hasRoom}.
     *
     * @param group the result of {@link #findGroup}
     */
    void insert(int row, int group, RowKey key, int session, RowParts value) {
        int place = group < 0 ? -1 - group : group;
        if (group < 0) {
            insertGroup(place, row, key);
        }
        moveEnds(place, 1);
        int attributes = parts.use(value.attributes); // before a path that may be longer than MOST_BYTES
        rows.insert(row);
        rows.set(row, session, value.own, parts.use(value.path), attributes);
        if (key.hasTail) {
            rows.setTail(row, key.tail);
        }
    }

    private void insertGroup(int group, int row, RowKey key) {
        byte[] from = groups;
        if ((groupCount + 1) * entry() > groups.length) {
            groups = Arrays.copyOf(groups, (groupCount + GROWTH + groupCount / 32) * entry());
        }
        int at = group * entry();
        System.arraycopy(from, at, groups, at + entry(), groupCount * entry() - at);
        System.arraycopy(key.bytes, RowLayout.HEAD, groups, at, width);
        groupCount++;
        setEnd(group, row);
    }

    /** Replaces the value of a row. The page {@link #hasRoom}. */
    void replace(int row, int session, RowParts value) {
        int path = parts.replace(rows.path(row), value.path);
        rows.set(row, session, value.own, path, parts.replace(rows.attributes(row), value.attributes));
    }

    void remove(int row, int group) {
        int attributes = rows.attributes(row);
        parts.release(rows.path(row));
        parts.release(attributes);
        rows.remove(row);
        moveEnds(group, -1);
        if (start(group) == end(group)) {
            removeGroup(group);
        }
    }

    private void removeGroup(int group) {
        int at = group * entry();
        System.arraycopy(groups, at + entry(), groups, at, (groupCount - 1) * entry() - at);
        groupCount--;
        if ((groupCount + 2 * GROWTH) * entry() < groups.length) {
            groups = Arrays.copyOf(groups, (groupCount + GROWTH) * entry());
        }
    }

    /** Returns the row that splits the page into halves, between two groups if possible, with at least one row each. */
    int middle() {
        int half = count() / 2;
        int group = groupOf(half);
        int before = start(group);
        int after = end(group);
        int nearest = half - before <= after - half ? before : after;
        return nearest > count() / 4 && nearest < count() - count() / 4 ? nearest : half;
    }

    /** Moves the rows from a row on to a new page. */
    RowPage split(int row) {
        RowPage upper = new RowPage(head, width, rows.isWide());
        upper.append(this, row, count());
        RowPage lower = new RowPage(head, width, rows.isWide());
        lower.append(this, 0, row);
        become(lower);
        return upper;
    }

    /** Returns true if all rows of the following page can be appended. */
    boolean canAppend(RowPage next) {
        return head == next.head
                && rows.isWide() == next.rows.isWide()
                && parts.live() + next.parts.live() <= Parts.MOST
                && parts.liveBytes() + next.parts.liveBytes() <= Parts.MOST_BYTES;
    }

    /** Appends all rows of a page that {@link #canAppend}. */
    void append(RowPage next) {
        append(next, 0, next.count());
    }

    private void append(RowPage from, int first, int end) {
        if (first == end) {
            return;
        }
        int group = from.groupOf(first);
        int added = from.groupOf(end - 1) - group + 1;
        int kept = groupCount > 0 && isSameGroup(groupCount - 1, from, group) ? groupCount - 1 : groupCount;
        groups = Arrays.copyOf(groups, (kept + added) * entry());
        System.arraycopy(from.groups, group * entry(), groups, kept * entry(), added * entry());
        groupCount = kept + added;
        int moved = count() - first;
        boolean isNew = count() == 0;
        for (int i = 0; i < added; i++) {
            setEnd(kept + i, moved + Math.min(from.end(group + i), end));
        }
        int[] numbers = new int[Parts.MOST];
        Arrays.fill(numbers, UNKNOWN);
        rows.append(from.rows, first, end);
        for (int row = first + moved; row < end + moved; row++) {
            int attributes = copy(from.parts, rows.attributes(row), numbers, isNew); // before the path, as in insert
            rows.setParts(row, copy(from.parts, rows.path(row), numbers, isNew), attributes);
        }
    }

    private boolean isSameGroup(int group, RowPage other, int ofOther) {
        int at = group * entry();
        int otherAt = ofOther * entry();
        return Arrays.equals(groups, at, at + width, other.groups, otherAt, otherAt + width);
    }

    /** Returns the number here of a part of another page, which one more row uses. */
    private int copy(Parts from, int number, int[] numbers, boolean isNew) {
        if (numbers[number] == UNKNOWN) {
            numbers[number] = parts.use(from, number, isNew);
        } else {
            parts.useAgain(numbers[number]);
        }
        return numbers[number];
    }
}
