// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** MULTI_EXIT_DISC (RFC 4271 section 5.1.4). */
public record MultiExitDisc(int flags, long metric) implements PathAttribute {
    @Override
    public int typeCode() {
        return MULTI_EXIT_DISC;
    }

    static Decoded<MultiExitDisc> read(int flags, Bytes value, BgpSessionOptions options) {
        return value.length() == 4
                ? Decoded.ok(new MultiExitDisc(flags, value.u32(0)))
                : Malformed.length("metric", value, 4);
    }

    static void write(MultiExitDisc attribute, ByteWriter out, BgpSessionOptions options) {
        out.u32(attribute.metric());
    }
}
