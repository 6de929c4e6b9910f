// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.srx;

import java.util.Optional;

/** Error codes (section 5.21). */
public enum SrxError {
    WRONG_VERSION(0),
    DUPLICATE_PROXY_ID(1),
    INVALID_PACKET(2),
    INTERNAL_ERROR(3),
    ALGORITHM_NOT_SUPPORTED(4),
    UPDATE_NOT_FOUND(5);

    private final int code;

    SrxError(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** Returns the error with a code, or empty for a code that the protocol does not define. */
    public static Optional<SrxError> of(int code) {
        return code >= 0 && code < values().length ? Optional.of(values()[code]) : Optional.empty();
    }
}
