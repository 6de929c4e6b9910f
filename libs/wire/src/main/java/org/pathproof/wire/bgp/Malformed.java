// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Creates errors that are common to many fields. */
final class Malformed {
    private Malformed() {}

    static <T> Decoded<T> damaged(WireError.Code code, String where, int offset, String message, Bytes bytes) {
        return Decoded.damaged(new WireError(code, where, offset, message), bytes);
    }

    /** Reports a field whose length is not {@code expected}. */
    static <T> Decoded<T> length(String where, Bytes value, int expected) {
        return damaged(
                WireError.Code.BAD_LENGTH, where, 0, "length is " + value.length() + ", must be " + expected, value);
    }

    /**
     * Reports a list of fixed-size entries that is empty or ends within an entry (RFC 7606 sections 7.8, 7.10 and
     * 7.14).
     */
    static <T> Decoded<T> multiple(String where, Bytes value, int unit) {
        return damaged(
                WireError.Code.BAD_LENGTH,
                where,
                0,
                "length is " + value.length() + ", must be a non-zero multiple of " + unit,
                value);
    }

    static boolean isMultiple(Bytes value, int unit) {
        return !value.isEmpty() && value.length() % unit == 0;
    }
}
