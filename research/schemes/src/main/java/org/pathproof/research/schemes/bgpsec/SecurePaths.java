// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.bgpsec;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;

/**
 * Converts between the path of the schemes and the path of RFC 8205. The content of a hop is pCount (1 byte), Flags (1
 * byte) and SKI (20 bytes).
 */
final class SecurePaths {
    static final int SKI_BYTES = 20;
    private static final int CONTENT_BYTES = 2 + SKI_BYTES;

    private SecurePaths() {}

    /**
     * Returns the path of RFC 8205.
     *
     * @throws IllegalArgumentException if BGPsec cannot express the path
     */
    static SecurePath toRfc8205(SecuredPath path, int suite) {
        List<Segment> segments = new ArrayList<>();
        List<SignatureSegment> signatures = new ArrayList<>();
        for (Hop hop : path.hops().reversed()) {
            Bytes content = hop.content();
            if (content.length() != CONTENT_BYTES || hop.expires() != 0) {
                throw new IllegalArgumentException("hop of AS" + hop.asn() + " with a content of " + content.length()
                        + " bytes and end of validity " + hop.expires() + ": BGPsec needs " + CONTENT_BYTES
                        + " bytes and 0");
            }
            segments.add(new Segment(content.u8(0), content.u8(1), hop.asn()));
            signatures.add(new SignatureSegment(content.from(2), hop.signature()));
        }
        if (!path.shared().isEmpty() || !path.secret().isEmpty()) {
            throw new IllegalArgumentException("BGPsec has neither a shared part nor private values");
        }
        return new SecurePath(segments, List.of(new SignatureBlock(suite, signatures)));
    }

    static Decoded<SecuredPath> decode(Bytes value, int suite) {
        return switch (BgpsecPathCodec.decode(value)) {
            case Decoded.Damaged<SecurePath>(WireError error, Bytes bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<SecurePath>(SecurePath path) -> fromRfc8205(path, suite, value);
        };
    }

    private static Decoded<SecuredPath> fromRfc8205(SecurePath path, int suite, Bytes value) {
        SignatureBlock block = path.blocks().getFirst();
        if (path.blocks().size() != 1
                || block.suite() != suite
                || block.segments().size() != path.segments().size()) {
            return Decoded.damaged(
                    new WireError(
                            WireError.Code.BAD_VALUE,
                            "Signature_Block",
                            0,
                            "the path has " + path.blocks().size() + " Signature_Blocks, the first one with suite "
                                    + block.suite() + " and " + block.segments().size() + " signatures for "
                                    + path.segments().size() + " hops: must be one block with suite " + suite
                                    + " and a signature for each hop"),
                    value);
        }
        List<Hop> hops = new ArrayList<>();
        for (int i = path.segments().size() - 1; i >= 0; i--) {
            Segment segment = path.segments().get(i);
            SignatureSegment signature = block.segments().get(i);
            hops.add(new Hop(
                    segment.asn(),
                    0,
                    content(segment.pCount(), segment.flags(), signature.ski()),
                    signature.signature()));
        }
        return Decoded.ok(new SecuredPath(hops, Bytes.EMPTY, Bytes.EMPTY));
    }

    static Bytes content(int pCount, int flags, Bytes ski) {
        return new ByteWriter(CONTENT_BYTES).u8(pCount).u8(flags).bytes(ski).toBytes();
    }
}
