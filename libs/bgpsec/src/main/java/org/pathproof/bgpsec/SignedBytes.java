// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.SecurePath;

/**
 * The bytes that the hops of one Signature_Block sign: the {@literal Sequence of Octets to Be Hashed} (RFC 8205
 * section 4.2, Figure 8).
 *
 * <p>One array holds the bytes of all hops. The array starts with the AS to which the newest hop signed. The bytes of
 * an earlier hop are a suffix of the array, because the Secure_Path Segment of the next hop precedes them. That segment
 * ends with its AS number, which is the Target AS of the earlier hop.
 */
public final class SignedBytes {
    private static final int AS_BYTES = 4;
    private static final int SEGMENT_BYTES = 6;
    private static final int SIGNATURE_LENGTH_BYTES = 2;
    /** Algorithm suite (1), AFI (2), SAFI (1), and length of the prefix (1). */
    private static final int SUITE_AND_NLRI_BYTES = 5;

    private final Bytes bytes;
    /** Index of the first byte of hop {@code i + 1}. */
    private final int[] starts;

    private SignedBytes(Bytes bytes, int[] starts) {
        this.bytes = bytes;
        this.starts = starts;
    }

    /**
     * Assembles the signed bytes of all hops of a block.
     *
     * @param path with one Signature Segment for each Secure_Path Segment in this block
     * @param block index of the Signature_Block
     * @param targetAs the AS to which the newest hop signed
     * @param prefix prefix of the route; its trailing bits are zero, as RFC 8205 section 5.2 step 3 requires
     */
    static SignedBytes layOut(SecurePath path, int block, long targetAs, AfiSafi family, Prefix prefix) {
        SecurePath.SignatureBlock signatures = path.blocks().get(block);
        int hops = path.segments().size();
        int[] starts = new int[hops];
        byte[] address = prefix.nlriBytes();
        ByteWriter out = new ByteWriter(length(path, signatures, address.length)).u32(targetAs);
        for (int i = 0; i < hops; i++) {
            starts[hops - 1 - i] = out.length() - AS_BYTES;
            if (i + 1 < hops) {
                SecurePath.SignatureSegment below = signatures.segments().get(i + 1);
                out.bytes(below.ski()).u16(below.signature().length()).bytes(below.signature());
            }
            SecurePath.Segment segment = path.segments().get(i);
            out.u8(segment.pCount()).u8(segment.flags()).u32(segment.asn());
        }
        out.u8(signatures.suite()).u16(family.afi()).u8(family.safi());
        out.u8(prefix.length()).bytes(address);
        return new SignedBytes(out.release(), starts);
    }

    /** Returns the length of all signed bytes, so that no array must grow. */
    private static int length(SecurePath path, SecurePath.SignatureBlock signatures, int addressLength) {
        int length = AS_BYTES + path.segments().size() * SEGMENT_BYTES + SUITE_AND_NLRI_BYTES + addressLength;
        for (int i = 1; i < path.segments().size(); i++) {
            SecurePath.SignatureSegment below = signatures.segments().get(i);
            length += below.ski().length()
                    + SIGNATURE_LENGTH_BYTES
                    + below.signature().length();
        }
        return length;
    }

    /** Returns the bytes that a hop signed. Hop 1 is the origin. */
    Bytes ofHop(int hop) {
        return bytes.from(starts[hop - 1]);
    }

    /**
     * Returns the bytes that a hop signed, as input of the digest algorithm.
     *
     * @param path with one Signature Segment for each Secure_Path Segment in this block
     * @param block index of the Signature_Block, from 0
     * @param hop the hop, 1 for the origin
     * @param targetAs the AS to which the newest hop signed
     */
    public static Bytes of(SecurePath path, int block, int hop, long targetAs, AfiSafi family, Prefix prefix) {
        return layOut(path, block, targetAs, family, prefix).ofHop(hop);
    }
}
