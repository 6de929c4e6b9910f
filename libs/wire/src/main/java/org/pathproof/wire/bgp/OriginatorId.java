// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** ORIGINATOR_ID (RFC 4456 section 8): four bytes. */
public record OriginatorId(int flags, Bytes routerId) implements PathAttribute {
    @Override
    public int typeCode() {
        return ORIGINATOR_ID;
    }

    static Decoded<OriginatorId> read(int flags, Bytes value, BgpSessionOptions options) {
        return value.length() == 4
                ? Decoded.ok(new OriginatorId(flags, value))
                : Malformed.length("router id", value, 4);
    }

    static void write(OriginatorId attribute, ByteWriter out, BgpSessionOptions options) {
        out.bytes(attribute.routerId());
    }
}
