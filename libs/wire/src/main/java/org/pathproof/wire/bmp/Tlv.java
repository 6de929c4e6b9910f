// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;

/** An Information TLV (RFC 7854 section 4.4) or a TLV of Route Mirroring. The enclosing message defines the types. */
public record Tlv(int type, Bytes value) {
    /** Returns the value as text, cleaned and bounded. */
    public String text() {
        return NetworkText.description(value);
    }

    /** Returns the value as a name, cleaned and bounded. */
    String name() {
        return NetworkText.name(value);
    }

    /**
     * Appends TLVs.
     *
     * @throws IllegalArgumentException when a value is too long for its length field of two bytes
     */
    static void write(List<Tlv> tlvs, ByteWriter out) {
        for (Tlv tlv : tlvs) {
            if (tlv.value().length() > 0xffff) {
                throw new IllegalArgumentException(
                        "TLV " + tlv.type() + " of " + tlv.value().length() + " bytes is longer than 65535");
            }
            out.u16(tlv.type()).u16(tlv.value().length()).bytes(tlv.value());
        }
    }
}
