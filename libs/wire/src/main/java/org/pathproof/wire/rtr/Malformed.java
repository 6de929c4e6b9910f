// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Creates the result of decoding a malformed PDU. */
final class Malformed {
    private Malformed() {}

    static Decoded<RtrPdu> badLength(Bytes pdu, String name, int expected) {
        return badLength(pdu, name, "exactly " + expected);
    }

    static Decoded<RtrPdu> tooShort(Bytes pdu, String name, int least) {
        return badLength(pdu, name, "at least " + least);
    }

    private static Decoded<RtrPdu> badLength(Bytes pdu, String name, String required) {
        return damaged(
                pdu,
                WireError.Code.BAD_LENGTH,
                "Length",
                4,
                name + " has " + pdu.length() + " bytes, and needs " + required);
    }

    static Decoded<RtrPdu> damaged(Bytes pdu, WireError.Code code, String where, int offset, String message) {
        return Decoded.damaged(new WireError(code, "PDU / " + where, offset, message), pdu);
    }
}
