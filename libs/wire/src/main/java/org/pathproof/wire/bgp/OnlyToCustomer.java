// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** Only to Customer (OTC, RFC 9234 section 5). */
public record OnlyToCustomer(int flags, long asn) implements PathAttribute {
    @Override
    public int typeCode() {
        return ONLY_TO_CUSTOMER;
    }

    static Decoded<OnlyToCustomer> read(int flags, Bytes value, BgpSessionOptions options) {
        return value.length() == 4
                ? Decoded.ok(new OnlyToCustomer(flags, value.u32(0)))
                : Malformed.length("AS number", value, 4);
    }

    static void write(OnlyToCustomer attribute, ByteWriter out, BgpSessionOptions options) {
        out.u32(attribute.asn());
    }
}
