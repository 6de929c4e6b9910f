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
 * @param peerType 0 Global Instance, 1 RD Instance, 2 Local Instance, 3 Loc-RIB Instance (RFC 9069)
 * @param flags as received; their meaning depends on the peer type
 * @param distinguisher the Peer Distinguisher, 64 bits
 * @param address 4 or 16 bytes, according to the V flag
 * @param asn the peer's AS
 * @param bgpId the peer's BGP Identifier as 32 bits
 * @param seconds seconds of the timestamp since 1970; 0 when the router gives none
 * @param microseconds microseconds of the timestamp
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
    /** V flag: the peer address is IPv6. */
    public static final int FLAG_IPV6 = 0x80;
    /** L flag: the Adj-RIB-In or Adj-RIB-Out after policy. */
    public static final int FLAG_POST_POLICY = 0x40;
    /** A flag: AS_PATH has 2-octet AS numbers. */
    public static final int FLAG_TWO_OCTET_AS = 0x20;
    /** O flag: Adj-RIB-Out (RFC 8671 section 4). */
    public static final int FLAG_ADJ_RIB_OUT = 0x10;
    /** F flag of peer type 3: the Loc-RIB is filtered (RFC 9069 section 4.2). */
    public static final int FLAG_LOC_RIB_FILTERED = 0x80;

    /** Length on the wire in bytes. */
    public static final int LENGTH = 42;

    private static final Bytes TWELVE_ZEROS = Bytes.wrap(new byte[12]);

    static Decoded<PerPeerHeader> decode(BmpBody body) {
        if (!body.has(LENGTH)) {
            return body.truncated("per-peer header", LENGTH);
        }
        return Decoded.ok(read(body.reader()));
    }

    /** Reads a per-peer header. At least {@link #LENGTH} bytes must remain. */
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
     * Returns the address in a field of 16 bytes of this header, or of a Peer Up with this header. An IPv4 address
     * follows 12 zero bytes. A Loc-RIB has no V flag and normally zero-filled fields (RFC 9069 sections 5.1 and 5.2).
     * Its address counts as IPv4 if the first 12 bytes are zero, else as IPv6.
     */
    Bytes addressOf(Bytes field) {
        return addressOf(peerType, flags, field);
    }

    private static Bytes addressOf(int peerType, int flags, Bytes field) {
        boolean ipv6 = peerType == TYPE_LOC_RIB ? !field.slice(0, 12).equals(TWELVE_ZEROS) : (flags & FLAG_IPV6) != 0;
        return ipv6 ? field : field.from(12);
    }

    /**
     * Appends an address as a field of 16 bytes.
     *
     * @throws IllegalArgumentException when the address has neither 4 nor 16 bytes
     */
    static void writeAddress(Bytes address, ByteWriter out) {
        switch (address.length()) {
            case 4 -> out.zeros(12).bytes(address);
            case 16 -> out.bytes(address);
            default -> throw new IllegalArgumentException("an address has 4 or 16 bytes, not " + address.length());
        }
    }

    /** Returns true if the peer has no address: of a Loc-RIB, and where a router reports its own routes. */
    public boolean hasNoAddress() {
        return isUnspecified(address);
    }

    /** Returns true for the unspecified address: all bytes are 0. */
    public static boolean isUnspecified(Bytes address) {
        for (int i = 0; i < address.length(); i++) {
            if (address.at(i) != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns true for a link-local address (RFC 4291 section 2.5.6, RFC 3927 section 2.1): peers on different
     * interfaces can have the same one.
     */
    public boolean hasLinkLocalAddress() {
        return isLinkLocal(address);
    }

    /** Returns true for a link-local address of either family. */
    public static boolean isLinkLocal(Bytes address) {
        return address.length() == 16
                ? (address.u16(0) & 0xffc0) == 0xfe80
                : address.length() == 4 && address.u16(0) == 0xa9fe;
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

    public boolean hasTwoOctetAs() {
        return !isLocRib() && (flags & FLAG_TWO_OCTET_AS) != 0;
    }

    /** Returns the RIB that the message describes. */
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
