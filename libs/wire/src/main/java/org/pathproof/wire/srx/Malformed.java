// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.srx;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Creates the result of decoding a malformed PDU. */
final class Malformed {
    private Malformed() {}

    static Decoded<SrxPdu> badLength(Bytes pdu, String message) {
        return damaged(pdu, WireError.Code.BAD_LENGTH, "Length", 8, message);
    }

    static <T> Decoded<T> damaged(Bytes pdu, WireError.Code code, String where, int offset, String message) {
        return Decoded.damaged(new WireError(code, "SRx PDU / " + where, offset, message), pdu);
    }
}
