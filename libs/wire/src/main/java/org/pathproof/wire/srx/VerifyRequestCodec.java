// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.srx;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;

/**
 * Decodes and encodes Verify Requests (sections 4.2.1 and 4.2.2).
 *
 * <p>The second prefix field is to repeat the prefix of the first, but NIST's proxy fills only its AFI and SAFI. The
 * decoder therefore takes the prefix from the first field, the AFI from the type of the PDU, and SAFI 0 as unicast. In
 * an IPv6 request, NIST's proxy writes AS path and attribute 12 bytes too early, over the Local AS. The decoder
 * recognises such a request by the header of the attribute, and sets the Local AS to 0.
 */
final class VerifyRequestCodec {
    static final int TYPE_IPV4 = 3;
    static final int TYPE_IPV6 = 4;
    static final int FIXED_LENGTH_IPV4 = 60;
    static final int FIXED_LENGTH_IPV6 = 72;

    private static final int PREFIX_AT = 20;

    private VerifyRequestCodec() {}

    static Decoded<SrxPdu> decode(Bytes pdu) {
        boolean ipv4 = pdu.u8(0) == TYPE_IPV4;
        int fixedLength = ipv4 ? FIXED_LENGTH_IPV4 : FIXED_LENGTH_IPV6;
        if (pdu.length() < fixedLength) {
            return Malformed.badLength(
                    pdu, "Verify Request of " + pdu.length() + " bytes, at least " + fixedLength + " expected");
        }
        int afi = ipv4 ? AfiSafi.AFI_IPV4 : AfiSafi.AFI_IPV6;
        int prefixLength = pdu.u8(15);
        if (prefixLength > Prefix.maxLength(afi)) {
            return Malformed.damaged(
                    pdu,
                    WireError.Code.BAD_VALUE,
                    "PfxLen",
                    15,
                    "prefix length " + prefixLength + " is not in 0.." + Prefix.maxLength(afi));
        }
        int addressLength = ipv4 ? 4 : 16;
        ByteReader reader = new ByteReader(pdu.from(PREFIX_AT));
        Prefix prefix = Prefix.of(afi, reader.take(addressLength), prefixLength);
        long originAs = reader.u32();
        long dataLength = reader.u32();
        int hops = reader.u16();
        int attributeLength = reader.u16();
        reader.skip(2);
        int safi = reader.u8();
        reader.skip(17);
        long localAs = reader.u32();
        if (dataLength != reader.remaining() || dataLength != 4L * hops + attributeLength) {
            return Malformed.damaged(
                    pdu,
                    WireError.Code.BAD_LENGTH,
                    "Length Path Validation Data",
                    PREFIX_AT + addressLength + 4,
                    "length " + dataLength + " with " + hops + " hops and an attribute of " + attributeLength
                            + " bytes, where " + reader.remaining() + " bytes follow");
        }
        int dataAt = fixedLength;
        if (!ipv4 && !isBgpsecPath(pdu, dataAt + 4 * hops) && isBgpsecPath(pdu, FIXED_LENGTH_IPV4 + 4 * hops)) {
            dataAt = FIXED_LENGTH_IPV4;
            localAs = 0;
        }
        ByteReader data = new ByteReader(pdu.from(dataAt));
        List<Long> asPath = new ArrayList<>();
        for (int i = 0; i < hops; i++) {
            asPath.add(data.u32());
        }
        return Decoded.ok(new SrxPdu.VerifyRequest(
                pdu.u8(1),
                new SrxDefaults(pdu.u8(2), pdu.u8(3), pdu.u8(4), new SrxResults(pdu.u8(12), pdu.u8(13), pdu.u8(14))),
                pdu.u8(6),
                pdu.u8(7),
                pdu.u32(16),
                prefix,
                originAs,
                new AfiSafi(afi, safi == 0 ? AfiSafi.SAFI_UNICAST : safi),
                localAs,
                asPath,
                data.take(attributeLength)));
    }

    /** Returns true if the header of an attribute BGPsec_PATH is at {@code at}: optional, non-transitive, type 33. */
    private static boolean isBgpsecPath(Bytes pdu, int at) {
        return at + 2 <= pdu.length() && (pdu.u8(at) & 0xc0) == 0x80 && pdu.u8(at + 1) == 33;
    }

    static void encode(SrxPdu.VerifyRequest request, ByteWriter to) {
        boolean ipv4 = request.prefix().isIpv4();
        byte[] address = request.prefix().addressBytes();
        SrxDefaults defaults = request.defaults();
        to.u8(ipv4 ? TYPE_IPV4 : TYPE_IPV6)
                .u8(request.flags())
                .u8(defaults.originSource())
                .u8(defaults.pathSource())
                .u8(defaults.aspaSource())
                .u8(0)
                .u8(request.asPathType())
                .u8(request.asRelation())
                .u32(0)
                .u8(defaults.results().origin())
                .u8(defaults.results().path())
                .u8(defaults.results().aspa())
                .u8(request.prefix().length())
                .u32(request.requestToken())
                .bytes(address)
                .u32(request.originAs())
                .u32(4L * request.asPath().size() + request.bgpsecPath().length())
                .u16(request.asPath().size())
                .u16(request.bgpsecPath().length())
                .u16(request.family().afi())
                .u8(request.family().safi())
                .u8((request.prefix().length() + 7) / 8)
                .bytes(address)
                .zeros(16 - address.length)
                .u32(request.localAs());
        request.asPath().forEach(to::u32);
        to.bytes(request.bgpsecPath());
    }
}
