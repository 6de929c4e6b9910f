// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.IpAddress;

/**
 * The per-peer header (RFC 7854 section 4.2).
 *
 * @param peerType 0 global instance, 1 RD instance, 2 local instance, 3 Loc-RIB instance (RFC 9069)
 * @param flags as received; their meaning depends on the peer type
 * @param distinguisher the Peer Distinguisher, 64 bits
 * @param address 4 or 16 bytes, as the V flag says
 * @param asn the peer's AS
 * @param bgpId the peer's BGP identifier, as 32 bits
 * @param seconds of the timestamp, 0 when the router gave none
 * @param microseconds of the timestamp
 */
public record PerPeerHeader(
        int peerType,
        int flags,
        long distinguisher,
        Bytes address,
        long asn,
        int bgpId,
        long seconds,
        long microseconds) {
    public static final int TYPE_GLOBAL = 0;
    public static final int TYPE_RD = 1;
    public static final int TYPE_LOCAL = 2;
    public static final int TYPE_LOC_RIB = 3;
    /** V: the peer address is IPv6. */
    public static final int FLAG_IPV6 = 0x80;
    /** L: post-policy (Adj-RIB-In or Adj-RIB-Out). */
    public static final int FLAG_POST_POLICY = 0x40;
    /** A: AS_PATH uses the legacy 2-octet format. */
    public static final int FLAG_TWO_OCTET_AS = 0x20;
    /** O: Adj-RIB-Out (RFC 8671). */
    public static final int FLAG_ADJ_RIB_OUT = 0x10;
    /** F: the Loc-RIB is filtered (RFC 9069), for peer type 3. */
    public static final int FLAG_LOC_RIB_FILTERED = 0x80;

    /** Bytes on the wire. */
    public static final int LENGTH = 42;

    private static final Bytes TWELVE_ZEROS = Bytes.wrap(new byte[12]);

    static Decoded<PerPeerHeader> decode(BmpBody body) {
        if (!body.has(LENGTH)) {
            return body.truncated("per-peer header", LENGTH);
        }
        return Decoded.ok(read(body.reader()));
    }

    /** Takes the {@link #LENGTH} bytes of a per-peer header, which must be there. */
    static PerPeerHeader read(ByteReader in) {
        int peerType = in.u8();
        int flags = in.u8();
        long distinguisher = in.u64();
        Bytes address = addressOf(peerType, flags, in.take(16));
        return new PerPeerHeader(peerType, flags, distinguisher, address, in.u32(), (int) in.u32(), in.u32(), in.u32());
    }

    void write(ByteWriter out) {
        out.u8(peerType).u8(flags).u64(distinguisher);
        writeAddress(address, out);
        out.u32(asn).u32(bgpId).u32(seconds).u32(microseconds);
    }

    /**
     * An address field of 16 bytes, of this header or of the Peer Up that it stands in: an IPv4 address has 12 zeros in
     * front. A Loc-RIB has no V flag; its fields are zero-filled (RFC 9069 sections 5.1 and 5.2) and taken as IPv4 then.
     */
    Bytes addressOf(Bytes field) {
        return addressOf(peerType, flags, field);
    }

    private static Bytes addressOf(int peerType, int flags, Bytes field) {
        boolean ipv6 = peerType == TYPE_LOC_RIB ? !field.slice(0, 12).equals(TWELVE_ZEROS) : (flags & FLAG_IPV6) != 0;
        return ipv6 ? field : field.from(12);
    }

    /** Throws IllegalArgumentException for an address of other than 4 or 16 bytes. */
    static void writeAddress(Bytes address, ByteWriter out) {
        switch (address.length()) {
            case 4 -> out.zeros(12).bytes(address);
            case 16 -> out.bytes(address);
            default -> throw new IllegalArgumentException("an address of " + address.length() + " bytes");
        }
    }

    public boolean isLocRib() {
        return peerType == TYPE_LOC_RIB;
    }

    public boolean isPostPolicy() {
        return !isLocRib() && (flags & FLAG_POST_POLICY) != 0;
    }

    public boolean isAdjRibOut() {
        return !isLocRib() && (flags & FLAG_ADJ_RIB_OUT) != 0;
    }

    public boolean twoOctetAs() {
        return !isLocRib() && (flags & FLAG_TWO_OCTET_AS) != 0;
    }

    /** The RIB that this message speaks of. */
    public RibView view() {
        if (isLocRib()) {
            return RibView.LOC_RIB;
        }
        if (isAdjRibOut()) {
            return isPostPolicy() ? RibView.ADJ_RIB_OUT_POST : RibView.ADJ_RIB_OUT_PRE;
        }
        return isPostPolicy() ? RibView.ADJ_RIB_IN_POST : RibView.ADJ_RIB_IN_PRE;
    }

    public String addressText() {
        return IpAddress.format(address);
    }
}
