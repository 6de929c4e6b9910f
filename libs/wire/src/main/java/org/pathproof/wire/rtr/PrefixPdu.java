// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;
import org.pathproof.wire.rpki.Vrp;

/**
 * A VRP, announced or withdrawn: IPv4 Prefix (RFC 8210 section 5.6) or IPv6 Prefix (section 5.7). Reserved flags are
 * ignored, and bits after the prefix length count as zero.
 */
public record PrefixPdu(int version, boolean announce, Vrp vrp) implements RtrPdu {
    static final int TYPE_IPV4 = 4;
    static final int TYPE_IPV6 = 6;
    static final int LENGTH_IPV4 = 20;
    static final int LENGTH_IPV6 = 32;

    static Decoded<RtrPdu> decode(Bytes pdu) {
        int afi = pdu.u8(1) == TYPE_IPV4 ? AfiSafi.AFI_IPV4 : AfiSafi.AFI_IPV6;
        int max = Prefix.maxLength(afi);
        int length = pdu.u8(9);
        int maxLength = pdu.u8(10);
        if (length > max) {
            return Malformed.damaged(
                    pdu, WireError.Code.BAD_VALUE, "Prefix Length", 9, "prefix length " + length + " is above " + max);
        }
        if (maxLength < length || maxLength > max) {
            return Malformed.damaged(
                    pdu,
                    WireError.Code.BAD_VALUE,
                    "Max Length",
                    10,
                    "max length " + maxLength + " is not in " + length + ".." + max);
        }
        int end = 12 + max / 8;
        Prefix prefix = Prefix.of(afi, pdu.slice(12, end), length);
        return Decoded.ok(new PrefixPdu(pdu.u8(0), (pdu.u8(8) & 1) != 0, new Vrp(prefix, maxLength, pdu.u32(end))));
    }

    void encode(ByteWriter to) {
        PduHeader.write(to, this, 0, vrp.prefix().isIpv4() ? LENGTH_IPV4 : LENGTH_IPV6)
                .u8(announce ? 1 : 0)
                .u8(vrp.prefix().length())
                .u8(vrp.maxLength())
                .u8(0)
                .bytes(vrp.prefix().addressBytes())
                .u32(vrp.asn());
    }

    @Override
    public int type() {
        return vrp.prefix().isIpv4() ? TYPE_IPV4 : TYPE_IPV6;
    }

    @Override
    public String typeName() {
        return vrp.prefix().isIpv4() ? "ipv4_prefix" : "ipv6_prefix";
    }
}
