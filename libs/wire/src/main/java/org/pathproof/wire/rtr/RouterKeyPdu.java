// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.rpki.RouterKey;

/** Router Key (RFC 8210 section 5.10), announced or withdrawn. Version 0 does not have it. */
public record RouterKeyPdu(int version, boolean announce, RouterKey key) implements RtrPdu {
    static final int TYPE = 9;
    private static final int SKI_LENGTH = 20;
    private static final int SPKI_AT = 8 + SKI_LENGTH + 4;

    static Decoded<RtrPdu> decode(Bytes pdu) {
        if (pdu.length() <= SPKI_AT) {
            return Malformed.damaged(
                    pdu,
                    WireError.Code.BAD_LENGTH,
                    "Length",
                    4,
                    "a Router Key of " + pdu.length() + " bytes has no room for a public key");
        }
        RouterKey key = new RouterKey(pdu.u32(8 + SKI_LENGTH), pdu.slice(8, 8 + SKI_LENGTH), pdu.from(SPKI_AT));
        return Decoded.ok(new RouterKeyPdu(pdu.u8(0), (pdu.u8(2) & 1) != 0, key));
    }

    void encode(ByteWriter to) {
        PduHeader.write(to, this, announce ? 1 << 8 : 0, SPKI_AT + key.spkiLength())
                .bytes(key.ski())
                .u32(key.asn())
                .bytes(key.spki());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public String typeName() {
        return "router_key";
    }
}
