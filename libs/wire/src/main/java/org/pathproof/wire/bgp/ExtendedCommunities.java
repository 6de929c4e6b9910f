// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** EXTENDED COMMUNITIES (RFC 4360). Each community has 64 bits. */
public record ExtendedCommunities(int flags, List<Long> values) implements PathAttribute {
    @Override
    public int typeCode() {
        return EXTENDED_COMMUNITIES;
    }

    static Decoded<ExtendedCommunities> read(int flags, Bytes value, BgpSessionOptions options) {
        if (!Malformed.isMultiple(value, 8)) {
            return Malformed.multiple("value", value, 8);
        }
        List<Long> values = new ArrayList<>(value.length() / 8);
        for (int at = 0; at < value.length(); at += 8) {
            values.add(value.u32(at) << 32 | value.u32(at + 4));
        }
        return Decoded.ok(new ExtendedCommunities(flags, List.copyOf(values)));
    }

    static void write(ExtendedCommunities attribute, ByteWriter out, BgpSessionOptions options) {
        attribute.values().forEach(out::u64);
    }
}
