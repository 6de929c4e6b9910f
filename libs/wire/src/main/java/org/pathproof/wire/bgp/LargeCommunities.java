// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** LARGE_COMMUNITIES (RFC 8092 section 3). */
public record LargeCommunities(int flags, List<LargeCommunity> values) implements PathAttribute {
    /** A Large Community. Each part is an unsigned 32-bit number. */
    public record LargeCommunity(long globalAdministrator, long localData1, long localData2) {}

    @Override
    public int typeCode() {
        return LARGE_COMMUNITIES;
    }

    static Decoded<LargeCommunities> read(int flags, Bytes value, BgpSessionOptions options) {
        if (!Malformed.isMultiple(value, 12)) {
            return Malformed.multiple("value", value, 12);
        }
        List<LargeCommunity> values = new ArrayList<>(value.length() / 12);
        for (int at = 0; at < value.length(); at += 12) {
            values.add(new LargeCommunity(value.u32(at), value.u32(at + 4), value.u32(at + 8)));
        }
        return Decoded.ok(new LargeCommunities(flags, List.copyOf(values)));
    }

    static void write(LargeCommunities attribute, ByteWriter out, BgpSessionOptions options) {
        for (LargeCommunity c : attribute.values()) {
            out.u32(c.globalAdministrator()).u32(c.localData1()).u32(c.localData2());
        }
    }
}
