// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.SecurePath;

/**
 * The octets that the hops of one Signature_Block sign (RFC 8205 section 4.2, Figure 8).
 *
 * <p>They are laid out once, with the AS to which the newest hop signed in front. The octets of each hop below are a plain suffix:
 * in front of its data stands the Secure_Path Segment of the hop above, whose last four octets are its AS number, and that is the
 * Target AS of the hop.
 */
public final class SignedOctets {
    private static final int AS_OCTETS = 4;

    private final Bytes octets;
    /** Where the octets of hop {@code i + 1} start. */
    private final int[] starts;

    private SignedOctets(Bytes octets, int[] starts) {
        this.octets = octets;
        this.starts = starts;
    }

    /**
     * Lays out what the hops of a block signed.
     *
     * @param path with one Signature Segment for each Secure_Path Segment in this block
     * @param block index of the Signature_Block
     * @param targetAs the AS to which the newest hop signed
     * @param prefix its trailing bits are zero by construction, as section 5.2 step 3 demands
     */
    static SignedOctets layOut(SecurePath path, int block, long targetAs, AfiSafi family, Prefix prefix) {
        SecurePath.SignatureBlock signatures = path.blocks().get(block);
        int hops = path.segments().size();
        int[] starts = new int[hops];
        ByteWriter out = new ByteWriter(32 + hops * 104).u32(targetAs);
        for (int i = 0; i < hops; i++) {
            starts[hops - 1 - i] = out.length() - AS_OCTETS;
            if (i + 1 < hops) {
                SecurePath.SignatureSegment below = signatures.segments().get(i + 1);
                out.bytes(below.ski()).u16(below.signature().length()).bytes(below.signature());
            }
            SecurePath.Segment segment = path.segments().get(i);
            out.u8(segment.pCount()).u8(segment.flags()).u32(segment.asn());
        }
        out.u8(signatures.suite()).u16(family.afi()).u8(family.safi());
        out.u8(prefix.length()).bytes(prefix.nlriBytes());
        return new SignedOctets(out.toBytes(), starts);
    }

    /** The octets that a hop signed; 1 is the origin. */
    Bytes ofHop(int hop) {
        return octets.from(starts[hop - 1]);
    }

    /**
     * The octets that hop {@code hop} (1 is the origin) of a block signed, ready to be hashed with SHA-256.
     *
     * @param path decoded and well formed
     * @param block index of the Signature_Block
     * @param targetAs the AS to which the newest hop signed; hops below signed to the AS of the segment above them
     */
    public static Bytes of(SecurePath path, int block, int hop, long targetAs, AfiSafi family, Prefix prefix) {
        return layOut(path, block, targetAs, family, prefix).ofHop(hop);
    }
}
