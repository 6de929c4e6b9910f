// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;

/**
 * The syntax of a BGPsec_PATH: checks 1 to 3 and 5 to 8 of RFC 8205 section 5.2, and AS 0. {@link UpdateRules} performs
 * check 4, which is about the whole UPDATE. All broken rules are reported, not only the first one. The readable part of
 * a damaged attribute is also checked.
 *
 * @param segments the Secure_Path; empty if it cannot be read
 * @param path the decoded attribute, even if other rules are broken. Empty if the attribute cannot be decoded, or a
 *     block does not have one signature for each segment
 * @param findings the broken rules; empty if the path is well formed
 */
record PathSyntax(List<Segment> segments, Optional<SecurePath> path, List<Finding> findings) {
    private static final int SEGMENT_BYTES = 6;
    private static final int MAX_BLOCKS = 2;

    boolean isWellFormed() {
        return findings.isEmpty();
    }

    static PathSyntax of(Bytes attribute, PathContext context) {
        List<Finding> findings = new ArrayList<>();
        Optional<SecurePath> complete = Optional.empty();
        List<Segment> segments;
        switch (BgpsecPathCodec.decode(attribute)) {
            case Decoded.Damaged<SecurePath>(WireError error, Bytes _) -> {
                findings.add(damage(error));
                segments = readableSegments(attribute);
            }
            case Decoded.Ok<SecurePath>(SecurePath path) -> {
                segments = path.segments();
                checkBlocks(path, findings);
                if (hasAllSignatures(path)) {
                    complete = Optional.of(path);
                }
            }
        }
        if (!segments.isEmpty()) {
            checkZero(segments, findings);
            checkNewest(segments, context, findings);
            checkConfederation(segments, context, findings);
            checkLoop(segments, context, findings);
        }
        return new PathSyntax(segments, complete, List.copyOf(findings));
    }

    /** Returns the finding of check 1: the encoding does not conform to RFC 8205 section 3. */
    private static Finding damage(WireError error) {
        Rule rule = error.code() == WireError.Code.TRAILING_BYTES
                ? Rule.ATTRIBUTE_TRAILING_BYTES
                : Rule.ATTRIBUTE_TRUNCATED;
        return Finding.ofPath(
                rule, error.where() + ": " + error.message() + " (byte " + error.offset() + " of the attribute).");
    }

    /**
     * Returns the Secure_Path, even if the attribute is damaged after it. Empty if the Secure_Path itself is damaged.
     */
    static List<Segment> readableSegments(Bytes attribute) {
        if (attribute.length() < 2) {
            return List.of();
        }
        int length = attribute.u16(0) - 2;
        if (length <= 0 || length % SEGMENT_BYTES != 0 || attribute.length() < 2 + length) {
            return List.of();
        }
        ByteReader in = new ByteReader(attribute.slice(2, 2 + length));
        List<Segment> segments = new ArrayList<>();
        while (in.has(SEGMENT_BYTES)) {
            segments.add(new Segment(in.u8(), in.u8(), in.u32()));
        }
        return List.copyOf(segments);
    }

    /**
     * Checks the number and suites of blocks (check 1), the number of signatures (check 3), and reserved suite numbers
     * (RFC 8608 section 2.1).
     */
    private static void checkBlocks(SecurePath path, List<Finding> findings) {
        List<SignatureBlock> blocks = path.blocks();
        if (blocks.size() > MAX_BLOCKS) {
            findings.add(Finding.ofPath(
                    Rule.ATTRIBUTE_TRAILING_BYTES,
                    "After two Signature_Blocks there are " + (blocks.size() - MAX_BLOCKS)
                            + " more; RFC 8205 section 3 allows one or two."));
        }
        for (int b = 0; b < blocks.size(); b++) {
            SignatureBlock block = blocks.get(b);
            int suite = block.suite();
            if (block.segments().size() != path.segments().size()) {
                findings.add(Finding.ofPath(
                        Rule.SEGMENT_COUNT_MISMATCH,
                        "Signature_Block " + (b + 1) + " has "
                                + block.segments().size()
                                + " Signature Segments for "
                                + path.segments().size() + " Secure_Path Segments."));
            }
            if (AlgorithmSuites.isReserved(suite)) {
                findings.add(Finding.ofPath(
                        Rule.INVALID_SUITE,
                        "Signature_Block " + (b + 1) + " names algorithm suite " + suite + ", which is reserved."));
            } else if (isUsedBefore(b, blocks)) {
                findings.add(Finding.ofPath(
                        Rule.INVALID_SUITE,
                        "Signature_Block " + (b + 1) + " names algorithm suite " + suite
                                + " again; each block must have a different suite (RFC 8205 section 3)."));
            }
        }
    }

    /** Returns true if each block has one signature for each segment. */
    private static boolean hasAllSignatures(SecurePath path) {
        for (SignatureBlock block : path.blocks()) {
            if (block.segments().size() != path.segments().size()) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if an earlier block has the suite of block {@code b}. */
    private static boolean isUsedBefore(int b, List<SignatureBlock> blocks) {
        for (int earlier = 0; earlier < b; earlier++) {
            if (blocks.get(earlier).suite() == blocks.get(b).suite()) {
                return true;
            }
        }
        return false;
    }

    /** Checks that no segment is of AS 0 (RFC 7607 section 2). */
    private static void checkZero(List<Segment> segments, List<Finding> findings) {
        for (int i = 0; i < segments.size(); i++) {
            if (segments.get(i).asn() == 0) {
                int hop = segments.size() - i;
                findings.add(Finding.ofHop(
                        Rule.AS_ZERO,
                        hop,
                        0,
                        Optional.empty(),
                        "Hop " + hop + " is AS 0, which is reserved (RFC 7607 section 2)."));
            }
        }
    }

    /** Performs checks 2 and 7 on the newest segment. The checks do not apply to iBGP peers. */
    private static void checkNewest(List<Segment> segments, PathContext context, List<Finding> findings) {
        Segment newest = segments.getFirst();
        int hop = segments.size();
        OptionalLong firstAs = context.firstAs();
        if (firstAs.isPresent() && newest.asn() != firstAs.getAsLong()) {
            findings.add(Finding.ofHop(
                    Rule.FIRST_AS_MISMATCH,
                    hop,
                    newest.asn(),
                    Optional.empty(),
                    "The newest segment, hop " + hop + ", is of AS " + newest.asn() + ", but the peer is AS "
                            + firstAs.getAsLong() + "."));
        }
        // In iBGP, a router of this AS may have added the newest segment with pCount 0: at the edge of a confederation
        // (RFC 8205 section 4.3), or in an AS migration (RFC 8206 sections 5.2 and 5.3).
        if (newest.pCount() == 0
                && !context.pCountZeroAllowed()
                && context.relation() != PathContext.PeerRelation.INTERNAL) {
            findings.add(
                    Finding.ofHop(
                            Rule.PCOUNT_ZERO_NOT_ALLOWED,
                            hop,
                            newest.asn(),
                            Optional.empty(),
                            "The newest segment, hop " + hop + " of AS " + newest.asn()
                                    + ", has pCount 0, but the peer is not configured as transparent (pathproof.collector.transparent-peers)."));
        }
    }

    /** Performs checks 5 and 6 on the Confed_Segment flag. */
    private static void checkConfederation(List<Segment> segments, PathContext context, List<Finding> findings) {
        int hops = segments.size();
        switch (context.relation()) {
            case EXTERNAL -> {
                for (int i = 0; i < hops; i++) {
                    Segment segment = segments.get(i);
                    if (segment.confed()) {
                        findings.add(
                                Finding.ofHop(
                                        Rule.CONFED_FLAG_UNEXPECTED,
                                        hops - i,
                                        segment.asn(),
                                        Optional.empty(),
                                        "Hop " + (hops - i) + " of AS " + segment.asn()
                                                + " has the Confed_Segment flag, but the peer is not a member of the confederation."));
                    }
                }
            }
            case CONFEDERATION_MEMBER -> {
                Segment newest = segments.getFirst();
                if (!newest.confed()) {
                    findings.add(
                            Finding.ofHop(
                                    Rule.CONFED_FLAG_MISSING,
                                    hops,
                                    newest.asn(),
                                    Optional.empty(),
                                    "The newest segment, hop " + hops + " of AS " + newest.asn()
                                            + ", lacks the Confed_Segment flag, but the peer is a member of the confederation."));
                }
            }
            case INTERNAL -> {
                // The edge router has checked these segments.
            }
        }
    }

    /**
     * Performs check 8 on the equivalent AS_PATH (RFC 8205 section 4.4), which has no segments with pCount 0.
     * Transparent route servers add such segments. An AS adds them at the edge of its confederation or in a migration.
     */
    private static void checkLoop(List<Segment> segments, PathContext context, List<Finding> findings) {
        if (context.loopAs().isEmpty()) {
            return;
        }
        long local = context.loopAs().getAsLong();
        for (int i = 0; i < segments.size(); i++) {
            if (segments.get(i).asn() == local && segments.get(i).pCount() > 0) {
                int hop = segments.size() - i;
                findings.add(Finding.ofHop(
                        Rule.AS_LOOP,
                        hop,
                        local,
                        Optional.empty(),
                        "Hop " + hop + " is the local AS " + local + ": the route is a loop."));
            }
        }
    }
}
