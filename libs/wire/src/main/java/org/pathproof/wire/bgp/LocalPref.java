// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** LOCAL_PREF (RFC 4271 section 5.1.5). */
public record LocalPref(int flags, long preference) implements PathAttribute {
    @Override
    public int typeCode() {
        return LOCAL_PREF;
    }

    static Decoded<LocalPref> read(int flags, Bytes value, BgpSessionOptions options) {
        return value.length() == 4
                ? Decoded.ok(new LocalPref(flags, value.u32(0)))
                : Malformed.length("preference", value, 4);
    }

    static void write(LocalPref attribute, ByteWriter out, BgpSessionOptions options) {
        out.u32(attribute.preference());
    }
}
