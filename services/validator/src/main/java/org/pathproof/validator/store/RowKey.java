// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

/** The fields of a row's key. Reused for many keys. */
final class RowKey {
    private final RowLayout layout;
    byte[] bytes = new byte[0];
    /** The first bytes of the key as a number. */
    int head;
    /** Number of bytes of the prefix part. */
    int prefixLength;
    /** The first and the second half of the session. */
    long high;

    long low;
    boolean hasTail;
    int tail;

    RowKey(RowLayout layout) {
        this.layout = layout;
    }

    /** Reads a key. Returns false if it is not the key of a row; the fields are undefined then. */
    boolean read(byte[] key) {
        int length = layout.prefixLength(key);
        int rest = key.length - length - RowLayout.SESSION;
        if (length < RowLayout.HEAD || rest != 0 && rest != RowLayout.TAIL) {
            return false;
        }
        bytes = key;
        prefixLength = length;
        head = head(key);
        high = SessionParts.word(key, length);
        low = SessionParts.word(key, length + Long.BYTES);
        hasTail = rest != 0;
        tail = hasTail ? tailAt(key, length + RowLayout.SESSION) : 0;
        return true;
    }

    static int head(byte[] key) {
        return (key[0] & 0xff) << 16 | (key[1] & 0xff) << 8 | key[2] & 0xff;
    }

    /** Returns up to 8 bytes as a number. */
    static long word(byte[] bytes, int at, int length) {
        if (length == 0) {
            return 0;
        }
        if (at + Long.BYTES <= bytes.length) {
            return SessionParts.word(bytes, at) >>> Long.SIZE - Byte.SIZE * length;
        }
        long word = 0;
        for (int i = at; i < at + length; i++) {
            word = word << 8 | bytes[i] & 0xff;
        }
        return word;
    }

    static void putTail(byte[] key, int at, int tail) {
        for (int i = 0; i < RowLayout.TAIL; i++) {
            key[at + i] = (byte) (tail >>> 24 - 8 * i);
        }
    }

    private static int tailAt(byte[] key, int at) {
        return key[at] << 24 | (key[at + 1] & 0xff) << 16 | (key[at + 2] & 0xff) << 8 | key[at + 3] & 0xff;
    }
}
