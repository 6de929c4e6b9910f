// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/**
 * NEXT_HOP (RFC 4271 section 5.1.3): an IPv4 address of four bytes. The next hop of other families is in
 * {@link MpReach}.
 */
public record NextHop(int flags, Bytes address) implements PathAttribute {
    @Override
    public int typeCode() {
        return NEXT_HOP;
    }

    static Decoded<NextHop> read(int flags, Bytes value, BgpSessionOptions options) {
        return value.length() == 4 ? Decoded.ok(new NextHop(flags, value)) : Malformed.length("address", value, 4);
    }

    static void write(NextHop attribute, ByteWriter out, BgpSessionOptions options) {
        out.bytes(attribute.address());
    }
}
