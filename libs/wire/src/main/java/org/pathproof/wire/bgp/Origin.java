// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** ORIGIN (RFC 4271 section 5.1.1): 0 IGP, 1 EGP, 2 INCOMPLETE. */
public record Origin(int flags, int value) implements PathAttribute {
    @Override
    public int typeCode() {
        return ORIGIN;
    }

    static Decoded<Origin> read(int flags, Bytes value, BgpSessionOptions options) {
        if (value.length() != 1) {
            return Malformed.length("value", value, 1);
        }
        int origin = value.u8(0);
        return origin <= 2
                ? Decoded.ok(new Origin(flags, origin))
                : Malformed.damaged(
                        WireError.Code.BAD_VALUE, "value", 0, "ORIGIN " + origin + " is not defined", value);
    }

    static void write(Origin attribute, ByteWriter out, BgpSessionOptions options) {
        out.u8(attribute.value());
    }
}
