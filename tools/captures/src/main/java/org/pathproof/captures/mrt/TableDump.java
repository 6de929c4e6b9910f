// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.RibAttributes;

/**
 * TABLE_DUMP (RFC 6396 section 4.2), the format before TABLE_DUMP_V2: one route per record, with 2-octet AS numbers.
 *
 * @param originatedTime in seconds since 1970
 * @param peerAddress 4 or 16 bytes, of the prefix's family
 */
public record TableDump(
        long timestampMicros,
        int viewNumber,
        int sequence,
        Prefix prefix,
        int status,
        long originatedTime,
        Bytes peerAddress,
        int peerAs,
        RibAttributes attributes)
        implements MrtRecord {
    private static final BgpSessionOptions TWO_OCTET_AS = new BgpSessionOptions(false, Set.of(), true);

    static Decoded<MrtRecord> read(long timestampMicros, AfiSafi family, Bytes body) {
        int addressLength = Prefix.maxLength(family.afi()) / 8;
        ByteReader in = new ByteReader(body);
        if (!in.has(4 + addressLength + 6 + addressLength + 4)) {
            return Malformed.truncated("fixed fields", 0, body);
        }
        int viewNumber = in.u16();
        int sequence = in.u16();
        Bytes address = in.take(addressLength);
        int length = in.u8();
        if (length > 8 * addressLength) {
            return Malformed.damaged(
                    WireError.Code.BAD_LENGTH,
                    "Prefix Length",
                    in.position() - 1,
                    "prefix length is " + length + ", at most " + 8 * addressLength + " is possible",
                    body);
        }
        int status = in.u8();
        long originatedTime = in.u32();
        Bytes peerAddress = in.take(addressLength);
        int peerAs = in.u16();
        int attributesLength = in.u16();
        if (attributesLength > in.remaining()) {
            return Malformed.truncated("Attribute Length", in.position() - 2, body);
        }
        Bytes attributes = in.take(attributesLength);
        if (in.remaining() > 0) {
            return Malformed.trailing(in.position(), body);
        }
        return Decoded.ok(new TableDump(
                timestampMicros,
                viewNumber,
                sequence,
                Prefix.of(family.afi(), address, length),
                status,
                originatedTime,
                peerAddress,
                peerAs,
                RibAttributes.decode(attributes, family, TWO_OCTET_AS)));
    }
}
