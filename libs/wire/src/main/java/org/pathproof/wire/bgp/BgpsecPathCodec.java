// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;

/** Decodes and encodes the value of a BGPsec_PATH attribute (RFC 8205 section 3). */
public final class BgpsecPathCodec {
    /** Length of a Secure_Path Segment in bytes: pCount, Flags, AS Number (section 3.1). */
    private static final int SEGMENT_LENGTH = 6;

    private static final int SKI_LENGTH = 20;
    /** Length in bytes of a Signature Segment before its signature: SKI and Signature Length (section 3.2). */
    private static final int SIGNATURE_HEADER = SKI_LENGTH + 2;
    /** Length in bytes of a Signature_Block before its segments: its length and the Algorithm Suite Identifier. */
    private static final int BLOCK_HEADER = 3;

    private static final int MAX_BLOCKS = 2;

    private BgpsecPathCodec() {}

    /**
     * Decodes the structure of the attribute. Its values are not validated. The error codes are:
     * <ul>
     * <li>TRUNCATED: the bytes end within an element, or an inner length exceeds the remaining bytes.
     * <li>TRAILING_BYTES: bytes remain after the last Signature_Block.
     * <li>BAD_LENGTH: a length is impossible. The Secure_Path Length is not 2 + 6n, there is no segment, or the
     *     segments of a block do not fill its length.
     * <li>MISSING: there is no Signature_Block.
     * </ul>
     */
    public static Decoded<SecurePath> decode(Bytes value) {
        if (value.length() < 2) {
            return damaged(
                    WireError.Code.TRUNCATED, "Secure_Path / Secure_Path Length", 0, "the attribute is empty", value);
        }
        int pathLength = value.u16(0);
        if (pathLength < 2 + SEGMENT_LENGTH || (pathLength - 2) % SEGMENT_LENGTH != 0) {
            return damaged(
                    WireError.Code.BAD_LENGTH,
                    "Secure_Path / Secure_Path Length",
                    0,
                    "length is " + pathLength + ", must be 2 + 6n for n segments, at least one",
                    value);
        }
        if (pathLength > value.length()) {
            return damaged(
                    WireError.Code.TRUNCATED,
                    "Secure_Path / Secure_Path Length",
                    0,
                    "length is " + pathLength + ", the attribute has " + value.length() + " bytes",
                    value);
        }
        List<Segment> segments = new ArrayList<>((pathLength - 2) / SEGMENT_LENGTH);
        for (int at = 2; at < pathLength; at += SEGMENT_LENGTH) {
            segments.add(new Segment(value.u8(at), value.u8(at + 1), value.u32(at + 2)));
        }
        if (pathLength == value.length()) {
            return damaged(WireError.Code.MISSING, "Signature_Block", pathLength, "there is no Signature_Block", value);
        }
        List<SignatureBlock> blocks = new ArrayList<>(MAX_BLOCKS);
        int at = pathLength;
        while (at < value.length()) {
            if (blocks.size() == MAX_BLOCKS || !blocks.isEmpty() && value.length() - at < BLOCK_HEADER) {
                return damaged(
                        WireError.Code.TRAILING_BYTES,
                        "BGPsec_PATH",
                        at,
                        (value.length() - at) + " bytes are left after the last Signature_Block",
                        value);
            }
            switch (decodeBlock(value, at)) {
                case Decoded.Ok<SignatureBlock>(SignatureBlock block) -> blocks.add(block);
                case Decoded.Damaged<SignatureBlock>(WireError error, Bytes ignored) -> {
                    return Decoded.damaged(error, value);
                }
            }
            at += value.u16(at);
        }
        return Decoded.ok(new SecurePath(List.copyOf(segments), List.copyOf(blocks)));
    }

    /**
     * Encodes the attribute value.
     *
     * @throws IllegalArgumentException when an element is too long for its length field
     */
    public static Bytes encode(SecurePath path) {
        ByteWriter out = new ByteWriter();
        out.u16(checkLength(2 + SEGMENT_LENGTH * path.segments().size(), "Secure_Path"));
        for (Segment segment : path.segments()) {
            out.u8(segment.pCount()).u8(segment.flags()).u32(segment.asn());
        }
        for (SignatureBlock block : path.blocks()) {
            int blockAt = out.length();
            out.u16(0).u8(block.suite());
            for (SignatureSegment segment : block.segments()) {
                if (segment.ski().length() != SKI_LENGTH) {
                    throw new IllegalArgumentException(
                            "an SKI of " + segment.ski().length() + " bytes, not 20");
                }
                out.bytes(segment.ski())
                        .u16(checkLength(segment.signature().length(), "Signature"))
                        .bytes(segment.signature());
            }
            out.setU16(blockAt, checkLength(out.length() - blockAt, "Signature_Block"));
        }
        return out.toBytes();
    }

    /** Decodes the Signature_Block at {@code at}. Its length field counts itself (section 3.2). */
    private static Decoded<SignatureBlock> decodeBlock(Bytes value, int at) {
        int left = value.length() - at;
        if (left < BLOCK_HEADER) {
            return damaged(
                    WireError.Code.TRUNCATED,
                    "Signature_Block",
                    at,
                    left + " bytes are left, too few for a Signature_Block",
                    value);
        }
        int length = value.u16(at);
        if (length < BLOCK_HEADER) {
            return damaged(
                    WireError.Code.BAD_LENGTH,
                    "Signature_Block / Signature_Block Length",
                    at,
                    "length is " + length + ", at least 3 is needed",
                    value);
        }
        if (length > left) {
            return damaged(
                    WireError.Code.TRUNCATED,
                    "Signature_Block / Signature_Block Length",
                    at,
                    "length is " + length + ", " + left + " bytes are left",
                    value);
        }
        int suite = value.u8(at + 2);
        int end = at + length;
        ByteReader in = new ByteReader(value.slice(at + BLOCK_HEADER, end));
        List<SignatureSegment> segments = new ArrayList<>();
        while (in.remaining() > 0) {
            int segmentAt = at + BLOCK_HEADER + in.position();
            if (!in.has(SIGNATURE_HEADER)) {
                return damaged(
                        WireError.Code.BAD_LENGTH,
                        "Signature_Block / Signature Segment",
                        segmentAt,
                        in.remaining() + " bytes are left in the block, too few for a Signature Segment",
                        value);
            }
            Bytes ski = in.take(SKI_LENGTH);
            int signatureLength = in.u16();
            if (!in.has(signatureLength)) {
                return damaged(
                        WireError.Code.TRUNCATED,
                        "Signature_Block / Signature Segment / Signature Length",
                        segmentAt + SKI_LENGTH,
                        "length is " + signatureLength + ", " + in.remaining() + " bytes are left in the block",
                        value);
            }
            segments.add(new SignatureSegment(ski, in.take(signatureLength)));
        }
        return Decoded.ok(new SignatureBlock(suite, List.copyOf(segments)));
    }

    private static int checkLength(int length, String field) {
        if (length > 0xffff) {
            throw new IllegalArgumentException(field + " of " + length + " bytes is too long");
        }
        return length;
    }

    private static <T> Decoded<T> damaged(WireError.Code code, String where, int offset, String text, Bytes value) {
        return Malformed.damaged(code, where, offset, text, value);
    }
}
