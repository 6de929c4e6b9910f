// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/**
 * AGGREGATOR (RFC 4271 section 5.1.7). With type code 18 the record is AS4_AGGREGATOR (RFC 6793 section 3).
 *
 * @param address the IP address of the aggregating speaker: four bytes
 */
public record Aggregator(int flags, int typeCode, long asn, Bytes address) implements PathAttribute {

    static Decoded<Aggregator> read(int flags, Bytes value, BgpSessionOptions options) {
        return read(flags, AGGREGATOR, value, options.fourOctetAs());
    }

    static Decoded<Aggregator> readAs4(int flags, Bytes value, BgpSessionOptions options) {
        return read(flags, AS4_AGGREGATOR, value, true);
    }

    private static Decoded<Aggregator> read(int flags, int typeCode, Bytes value, boolean fourOctetAs) {
        int asLength = fourOctetAs ? 4 : 2;
        if (value.length() != asLength + 4) {
            return Malformed.length("value", value, asLength + 4);
        }
        long asn = fourOctetAs ? value.u32(0) : value.u16(0);
        return Decoded.ok(new Aggregator(flags, typeCode, asn, value.from(asLength)));
    }

    static void write(Aggregator attribute, ByteWriter out, BgpSessionOptions options) {
        AsPathCodec.writeAs(attribute.asn, out, attribute.typeCode == AS4_AGGREGATOR || options.fourOctetAs());
        out.bytes(attribute.address);
    }
}
