// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import java.util.Arrays;
import java.util.Optional;

/**
 * Error codes (RFC 8210 section 12; code 9 from draft-ietf-sidrops-8210bis). All except {@link #NO_DATA_AVAILABLE} end
 * the session.
 */
public enum RtrError {
    CORRUPT_DATA(0, "Corrupt Data"),
    INTERNAL_ERROR(1, "Internal Error"),
    NO_DATA_AVAILABLE(2, "No Data Available"),
    INVALID_REQUEST(3, "Invalid Request"),
    UNSUPPORTED_PROTOCOL_VERSION(4, "Unsupported Protocol Version"),
    UNSUPPORTED_PDU_TYPE(5, "Unsupported PDU Type"),
    WITHDRAWAL_OF_UNKNOWN_RECORD(6, "Withdrawal of Unknown Record"),
    DUPLICATE_ANNOUNCEMENT_RECEIVED(7, "Duplicate Announcement Received"),
    UNEXPECTED_PROTOCOL_VERSION(8, "Unexpected Protocol Version"),
    ASPA_PROVIDER_LIST_ERROR(9, "ASPA Provider List Error");

    private final int code;
    private final String registryName;

    RtrError(int code, String registryName) {
        this.code = code;
        this.registryName = registryName;
    }

    public int code() {
        return code;
    }

    /** Returns the name in IANA's registry "rpki-rtr-error". */
    public String registryName() {
        return registryName;
    }

    public static Optional<RtrError> of(int code) {
        return Arrays.stream(values()).filter(error -> error.code == code).findFirst();
    }
}
