// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.Bytes;

/**
 * The decoded value of a BGPsec_PATH attribute (RFC 8205 section 3). Lists are in wire order: the most recent hop
 * first, the origin last.
 *
 * @param segments the Secure_Path (section 3.1)
 * @param blocks the Signature_Blocks (section 3.2): one or two in a well-formed attribute
 */
public record SecurePath(List<Segment> segments, List<SignatureBlock> blocks) {
    /** The Confed_Segment flag (section 3.1). */
    public static final int FLAG_CONFED_SEGMENT = 0x80;

    /** A Secure_Path Segment (section 3.1). */
    public record Segment(int pCount, int flags, long asn) {
        public boolean confed() {
            return (flags & FLAG_CONFED_SEGMENT) != 0;
        }
    }

    /** Maximum number of AS numbers in an AS_PATH segment: its length is one byte (RFC 4271 section 4.3). */
    private static final int MAX_SEGMENT_ASES = 255;

    /**
     * Returns the AS_PATH that a speaker sends to a peer without BGPsec (RFC 8205 section 4.4): each AS is repeated
     * pCount times, and confederation members are in separate segments.
     *
     * @param limit maximum number of AS numbers; the result is empty for a longer path
     */
    public Optional<AsPath> asPath(int limit) {
        if (segments.stream().mapToLong(Segment::pCount).sum() > limit) {
            return Optional.empty();
        }
        List<AsPath.Segment> path = new ArrayList<>();
        List<Long> asns = new ArrayList<>();
        int type = AsPath.AS_SEQUENCE;
        for (Segment hop : segments.reversed()) {
            int wanted = hop.confed() ? AsPath.AS_CONFED_SEQUENCE : AsPath.AS_SEQUENCE;
            for (int i = 0; i < hop.pCount(); i++) {
                if (!asns.isEmpty() && (type != wanted || asns.size() == MAX_SEGMENT_ASES)) {
                    path.addFirst(new AsPath.Segment(type, List.copyOf(asns.reversed())));
                    asns.clear();
                }
                type = wanted;
                asns.add(hop.asn());
            }
        }
        if (!asns.isEmpty()) {
            path.addFirst(new AsPath.Segment(type, List.copyOf(asns.reversed())));
        }
        return Optional.of(new AsPath(PathAttribute.FLAG_TRANSITIVE, List.copyOf(path)));
    }

    /** A Signature_Block (section 3.2): one algorithm suite with one signature for each hop. */
    public record SignatureBlock(int suite, List<SignatureSegment> segments) {}

    /** A Signature Segment (section 3.2): a Subject Key Identifier of 20 bytes, and the signature. */
    public record SignatureSegment(Bytes ski, Bytes signature) {}
}
