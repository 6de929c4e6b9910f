// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Creates the result of decoding a malformed record. */
final class Malformed {
    private Malformed() {}

    static <T> Decoded<T> truncated(String where, int offset, Bytes body) {
        return damaged(WireError.Code.TRUNCATED, where, offset, "the record ends within it", body);
    }

    static <T> Decoded<T> trailing(int offset, Bytes body) {
        return damaged(
                WireError.Code.TRAILING_BYTES,
                "end",
                offset,
                (body.length() - offset) + " bytes are left after the last field",
                body);
    }

    static <T> Decoded<T> damaged(WireError.Code code, String where, int offset, String message, Bytes bytes) {
        return Decoded.damaged(new WireError(code, where, offset, message), bytes);
    }
}
