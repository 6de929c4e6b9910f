// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * MP_UNREACH_NLRI (RFC 4760 section 4).
 *
 * @param withdrawn the withdrawn prefixes of IPv4 and IPv6 unicast; empty for other families
 * @param otherNlri the undecoded Withdrawn Routes field of other families; empty for unicast
 */
public record MpUnreach(int flags, AfiSafi family, List<Nlri> withdrawn, Bytes otherNlri) implements PathAttribute {
    @Override
    public int typeCode() {
        return MP_UNREACH_NLRI;
    }

    static Decoded<MpUnreach> read(int flags, Bytes value, BgpSessionOptions options) {
        if (value.length() < 3) {
            return Malformed.damaged(
                    WireError.Code.TRUNCATED,
                    "length",
                    0,
                    "length is " + value.length() + ", at least 3 is needed",
                    value);
        }
        AfiSafi family = new AfiSafi(value.u16(0), value.u8(2));
        Bytes field = value.from(3);
        if (!NlriList.isDecoded(family)) {
            return Decoded.ok(new MpUnreach(flags, family, List.of(), field));
        }
        return switch (NlriList.read(field, family.afi(), options.addPath().contains(family))) {
            case Decoded.Ok<List<Nlri>>(List<Nlri> withdrawn) ->
                Decoded.ok(new MpUnreach(flags, family, withdrawn, Bytes.EMPTY));
            case Decoded.Damaged<List<Nlri>>(WireError error, Bytes ignored) ->
                Decoded.damaged(error.within("Withdrawn Routes", 3), value);
        };
    }

    static void write(MpUnreach attribute, ByteWriter out, BgpSessionOptions options) {
        out.u16(attribute.family().afi()).u8(attribute.family().safi());
        NlriList.write(attribute.withdrawn(), out, options.addPath().contains(attribute.family()));
        out.bytes(attribute.otherNlri());
    }
}
