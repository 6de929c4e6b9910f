// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.util.Arrays;

/**
 * Adjacent entries of an ordered map, packed into one array in the order of their keys. An entry consists of two
 * lengths, the key and the value. The length of the key takes 1 byte. The length of the value takes 1 to 5 bytes, with
 * 7 bits each, lowest first. A second array holds the index of each entry in 16 bits, so that an entry must begin below
 * 65,536. {@link Pages} ensures this: an entry that is larger than a page gets a separate page.
 */
final class Page {
    static final int LONGEST_KEY = 255;
    private static final int GROWTH = 128; // bytes by which a page grows
    private static final int SLOTS = 4; // entries by which the index grows

    private byte[] bytes;
    private char[] starts;
    private int used;
    private int count;

    Page() {
        this(new byte[GROWTH], new char[SLOTS], 0, 0);
    }

    private Page(byte[] bytes, char[] starts, int used, int count) {
        this.bytes = bytes;
        this.starts = starts;
        this.used = used;
        this.count = count;
    }

    int count() {
        return count;
    }

    /** Returns the bytes in use: keys, values and lengths. */
    int used() {
        return used;
    }

    /** Returns the bytes of memory of both arrays, without object headers. */
    int memoryBytes() {
        return bytes.length + starts.length * Character.BYTES;
    }

    /** Returns the place of the key, or {@code -1 - place} with the place where the key would be inserted. */
    int find(byte[] key) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int at = keyAt(middle);
            int order = Arrays.compareUnsigned(bytes, at, at + keyLength(middle), key, 0, key.length);
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

    byte[] key(int place) {
        int at = keyAt(place);
        return Arrays.copyOfRange(bytes, at, at + keyLength(place));
    }

    byte[] value(int place) {
        int at = valueAt(place);
        return Arrays.copyOfRange(bytes, at, at + valueLength(place));
    }

    /**
     * Returns the array of all entries. {@link #keyAt} and {@link #valueAt} return indexes into it, until the page
     * changes.
     */
    byte[] bytes() {
        return bytes;
    }

    int keyAt(int place) {
        int at = starts[place] + 1;
        while (bytes[at] < 0) {
            at++;
        }
        return at + 1;
    }

    int keyLength(int place) {
        return bytes[starts[place]] & 0xff;
    }

    int valueAt(int place) {
        return keyAt(place) + keyLength(place);
    }

    int valueLength(int place) {
        int at = starts[place] + 1;
        int length = bytes[at] & 0x7f;
        for (int shift = 7; bytes[at] < 0; shift += 7) {
            at++;
            length |= (bytes[at] & 0x7f) << shift;
        }
        return length;
    }

    void insert(int place, byte[] key, byte[] value) {
        if (key.length > LONGEST_KEY) {
            throw new IllegalArgumentException("a key of " + key.length + " bytes is longer than " + LONGEST_KEY);
        }
        int at = place == count ? used : starts[place];
        int size = size(key, value);
        open(at, 0, size);
        bytes[at] = (byte) key.length;
        int next = writeLength(at + 1, value.length);
        System.arraycopy(key, 0, bytes, next, key.length);
        System.arraycopy(value, 0, bytes, next + key.length, value.length);
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count + SLOTS);
        }
        System.arraycopy(starts, place, starts, place + 1, count - place);
        starts[place] = (char) at;
        count++;
        move(place + 1, size);
    }

    /** Overwrites a value by another value of the same length. */
    void overwrite(int place, byte[] value) {
        System.arraycopy(value, 0, bytes, valueAt(place), value.length);
    }

    void remove(int place) {
        int at = starts[place];
        int size = end(place) - at;
        open(at, size, 0);
        System.arraycopy(starts, place + 1, starts, place, count - place - 1);
        count--;
        move(place, -size);
    }

    /** Returns the place that splits the entries into halves of about the same size, with at least one entry each. */
    int middle() {
        int place = 1;
        while (place < count - 1 && starts[place] < used / 2) {
            place++;
        }
        return place;
    }

    /** Moves the entries from a place on to a new page. */
    Page split(int place) {
        int from = place == count ? used : starts[place];
        Page upper = new Page(
                Arrays.copyOfRange(bytes, from, used),
                Arrays.copyOfRange(starts, place, count),
                used - from,
                count - place);
        upper.move(0, -from);
        bytes = Arrays.copyOf(bytes, from);
        starts = Arrays.copyOf(starts, place);
        used = from;
        count = place;
        return upper;
    }

    /** Appends all entries of the following page. */
    void append(Page next) {
        int from = used;
        int first = count;
        bytes = Arrays.copyOf(bytes, from + next.used);
        System.arraycopy(next.bytes, 0, bytes, from, next.used);
        starts = Arrays.copyOf(starts, first + next.count);
        System.arraycopy(next.starts, 0, starts, first, next.count);
        used += next.used;
        count += next.count;
        move(first, from);
    }

    private int end(int place) {
        return place + 1 == count ? used : starts[place + 1];
    }

    /** Replaces {@code before} bytes at an index by {@code now} free bytes; releases memory that is not needed. */
    private void open(int at, int before, int now) {
        int size = used - before + now;
        byte[] from = bytes;
        if (size > bytes.length || size < bytes.length - 2 * GROWTH) {
            bytes = Arrays.copyOf(bytes, size + (now > 0 ? GROWTH : 0));
        }
        System.arraycopy(from, at + before, bytes, at + now, used - before - at);
        used = size;
    }

    private void move(int first, int by) {
        for (int i = first; i < count; i++) {
            starts[i] = (char) (starts[i] + by);
        }
    }

    private int writeLength(int at, int length) {
        int next = at;
        int left = length;
        while (left > 0x7f) {
            bytes[next++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[next++] = (byte) left;
        return next;
    }

    /** Returns the number of bytes of an entry. */
    static int size(byte[] key, byte[] value) {
        return 1 + lengthBytes(value.length) + key.length + value.length;
    }

    private static int lengthBytes(int length) {
        return Math.max(1, (38 - Integer.numberOfLeadingZeros(length)) / 7);
    }
}
