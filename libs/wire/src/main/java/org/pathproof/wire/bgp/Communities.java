// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** COMMUNITIES (RFC 1997). Each community has 32 bits. */
public record Communities(int flags, List<Integer> values) implements PathAttribute {
    @Override
    public int typeCode() {
        return COMMUNITIES;
    }

    static Decoded<Communities> read(int flags, Bytes value, BgpSessionOptions options) {
        if (!Malformed.isMultiple(value, 4)) {
            return Malformed.multiple("value", value, 4);
        }
        List<Integer> values = new ArrayList<>(value.length() / 4);
        for (int at = 0; at < value.length(); at += 4) {
            values.add((int) value.u32(at));
        }
        return Decoded.ok(new Communities(flags, List.copyOf(values)));
    }

    static void write(Communities attribute, ByteWriter out, BgpSessionOptions options) {
        attribute.values().forEach(out::u32);
    }
}
