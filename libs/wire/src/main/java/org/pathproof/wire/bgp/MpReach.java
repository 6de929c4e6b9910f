// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * MP_REACH_NLRI (RFC 4760 section 3).
 *
 * @param nextHop the Network Address of Next Hop as received: 4, 16 or 32 bytes for unicast
 * @param nlri the prefixes of IPv4 and IPv6 unicast; empty for other families
 * @param otherNlri the undecoded NLRI field of other families; empty for unicast
 */
public record MpReach(int flags, AfiSafi family, Bytes nextHop, List<Nlri> nlri, Bytes otherNlri)
        implements PathAttribute {
    @Override
    public int typeCode() {
        return MP_REACH_NLRI;
    }

    static Decoded<MpReach> read(int flags, Bytes value, BgpSessionOptions options) {
        if (value.length() < 5) {
            return Malformed.damaged(
                    WireError.Code.TRUNCATED,
                    "length",
                    0,
                    "length is " + value.length() + ", at least 5 is needed",
                    value);
        }
        AfiSafi family = new AfiSafi(value.u16(0), value.u8(2));
        int nextHopLength = value.u8(3);
        int reservedAt = 4 + nextHopLength;
        if (reservedAt >= value.length()) {
            return Malformed.damaged(
                    WireError.Code.TRUNCATED,
                    "Length of Next Hop",
                    3,
                    "length is " + nextHopLength + ", " + (value.length() - 5) + " bytes are left",
                    value);
        }
        boolean decoded = NlriList.isDecoded(family);
        if (decoded && !nextHopFits(family, nextHopLength)) {
            return Malformed.damaged(
                    WireError.Code.BAD_LENGTH,
                    "Length of Next Hop",
                    3,
                    "a next hop of " + nextHopLength + " bytes for " + family,
                    value);
        }
        Bytes nextHop = value.slice(4, reservedAt);
        int nlriAt = reservedAt + 1; // the Reserved field is ignored
        Bytes field = value.from(nlriAt);
        if (!decoded) {
            return Decoded.ok(new MpReach(flags, family, nextHop, List.of(), field));
        }
        return switch (NlriList.read(field, family.afi(), options.addPath().contains(family))) {
            case Decoded.Ok<List<Nlri>>(List<Nlri> nlri) ->
                Decoded.ok(new MpReach(flags, family, nextHop, nlri, Bytes.EMPTY));
            case Decoded.Damaged<List<Nlri>>(WireError error, Bytes ignored) ->
                Decoded.damaged(error.within("Network Layer Reachability Information", nlriAt), value);
        };
    }

    static void write(MpReach attribute, ByteWriter out, BgpSessionOptions options) {
        out.u16(attribute.family().afi()).u8(attribute.family().safi());
        out.u8(attribute.nextHop().length()).bytes(attribute.nextHop()).u8(0);
        NlriList.write(attribute.nlri(), out, options.addPath().contains(attribute.family()));
        out.bytes(attribute.otherNlri());
    }

    /**
     * Returns true if the family allows a next hop of this length in bytes. Both families allow one or two IPv6
     * addresses (RFC 2545 section 3, RFC 8950 section 3). IPv4 also allows one IPv4 address.
     */
    private static boolean nextHopFits(AfiSafi family, int length) {
        return length == 16 || length == 32 || length == 4 && family.afi() == AfiSafi.AFI_IPV4;
    }
}
