// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

/** The parts of a row's value, see {@link RowLayout}. Reused for many rows. Not thread-safe. */
public final class RowParts {
    /** Number of bits of a row's own part. */
    public static final int OWN_BITS = 56;

    final Part session = new Part();
    final Part path = new Part();
    final Part attributes = new Part();
    long own;

    /** Returns the part that rows of a session share. */
    public Part session() {
        return session;
    }

    /** Returns the part that rows with the same path share. */
    public Part path() {
        return path;
    }

    /** Returns the part that rows with the same attributes share. */
    public Part attributes() {
        return attributes;
    }

    /** Returns the number that no other row shares, of {@link #OWN_BITS} bits. */
    public long own() {
        return own;
    }

    public void setOwn(long number) {
        own = number;
    }

    /** Begins empty parts. */
    public void begin() {
        session.begin();
        path.begin();
        attributes.begin();
    }

    /** Returns the number of bytes of all parts without the own part. */
    int length() {
        return session.length + path.length + attributes.length;
    }

    /** Bytes in an array. */
    public static final class Part {
        private static final int USUAL = 256;

        byte[] bytes = new byte[USUAL];
        int at;
        int length;
        private byte[] buffer = bytes;

        /** Returns the array of the part, which must not be changed. */
        public byte[] bytes() {
            return bytes;
        }

        /** Returns the index of the first byte. */
        public int at() {
            return at;
        }

        /** Returns the number of bytes. */
        public int length() {
            return length;
        }

        private void begin() {
            bytes = buffer;
            at = 0;
            length = 0;
        }

        /** Appends a byte. */
        public void append(int one) {
            ensure(1);
            bytes[length++] = (byte) one;
        }

        /**
         * Appends bytes of an array.
         *
         * @throws IndexOutOfBoundsException if the array is too short
         */
        public void append(byte[] from, int first, int count) {
            ensure(count);
            System.arraycopy(from, first, bytes, length, count);
            length += count;
        }

        private void ensure(int more) {
            if (length + more > bytes.length) {
                buffer = java.util.Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
                bytes = buffer;
            }
        }

        /** Makes the part a view of an array. */
        void set(byte[] array, int first, int count) {
            bytes = array;
            at = first;
            length = count;
        }
    }
}
