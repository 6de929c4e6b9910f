// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
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

    /** A Signature_Block (section 3.2): one algorithm suite with one signature for each hop. */
    public record SignatureBlock(int suite, List<SignatureSegment> segments) {}

    /** A Signature Segment (section 3.2): a Subject Key Identifier of 20 bytes, and the signature. */
    public record SignatureSegment(Bytes ski, Bytes signature) {}
}
