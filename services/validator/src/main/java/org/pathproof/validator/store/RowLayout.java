// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

/**
 * Divides keys and values of rows into parts, and joins values. Rows that have a part in common then share its bytes.
 * The key of a row consists of a prefix part, a session of 16 bytes, and optionally a tail of 4 bytes. No prefix part
 * is the beginning of another one.
 */
public interface RowLayout {
    /** Number of bytes at the beginning of a key that determine the length of the prefix part. */
    int HEAD = 3;
    /** Number of bytes of a session in a key. */
    int SESSION = 16;
    /** Number of bytes of a tail. */
    int TAIL = 4;

    /** Returns the length of the prefix part of a key, at least {@link #HEAD}; -1 if the key is not that of a row. */
    int prefixLength(byte[] key);

    /**
     * Divides a value into parts.
     *
     * @param apart true to leave out of the session part what may differ from route to route of a session
     * @return false if the value cannot be divided; the parts are undefined then
     */
    boolean split(byte[] value, boolean apart, RowParts parts);

    /** Returns the value that {@link #split} divided into these parts. */
    byte[] join(RowParts parts);
}
