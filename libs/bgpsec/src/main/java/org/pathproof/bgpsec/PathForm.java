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
 * The form of a BGPsec_PATH: checks 1 to 3 and 5 to 8 of RFC 8205 section 5.2 (check 4 is about the whole update:
 * {@link UpdateRules}). Every broken rule is found, not only the first; what a damaged attribute still shows is checked too.
 *
 * @param segments the Secure_Path, as far as it could be read
 * @param path the whole attribute when it could be decoded and each block has a signature for each segment, so that signatures can
 *     be looked at; other rules may be broken nevertheless
 * @param findings the broken rules; empty when the form is good
 */
record PathForm(List<Segment> segments, Optional<SecurePath> path, List<Finding> findings) {
    private static final int SEGMENT_OCTETS = 6;
    private static final int MOST_BLOCKS = 2;

    boolean isGood() {
        return findings.isEmpty();
    }

    static PathForm of(Bytes attribute, PathContext context) {
        List<Finding> findings = new ArrayList<>();
        Optional<SecurePath> countable = Optional.empty();
        List<Segment> segments;
        switch (BgpsecPathCodec.decode(attribute)) {
            case Decoded.Damaged<SecurePath>(WireError error, Bytes _) -> {
                findings.add(damage(error));
                segments = readableSegments(attribute);
            }
            case Decoded.Ok<SecurePath>(SecurePath path) -> {
                segments = path.segments();
                checkBlocks(path, findings);
                if (path.blocks().stream()
                        .allMatch(b -> b.segments().size() == path.segments().size())) {
                    countable = Optional.of(path);
                }
            }
        }
        if (!segments.isEmpty()) {
            checkNewest(segments, context, findings);
            checkConfederation(segments, context, findings);
            checkLoop(segments, context, findings);
        }
        return new PathForm(segments, countable, List.copyOf(findings));
    }

    /** Check 1: the attribute conforms to RFC 8205 section 3. */
    private static Finding damage(WireError error) {
        Rule rule = error.code() == WireError.Code.TRAILING_BYTES
                ? Rule.ATTRIBUTE_TRAILING_BYTES
                : Rule.ATTRIBUTE_TRUNCATED;
        return Finding.ofPath(
                rule, error.where() + ": " + error.message() + " (octet " + error.offset() + " of the attribute).");
    }

    /** The Secure_Path of an attribute that is damaged further behind; empty when it is damaged itself. */
    private static List<Segment> readableSegments(Bytes attribute) {
        if (attribute.length() < 2) {
            return List.of();
        }
        int octets = attribute.u16(0) - 2;
        if (octets <= 0 || octets % SEGMENT_OCTETS != 0 || attribute.length() < 2 + octets) {
            return List.of();
        }
        ByteReader in = attribute.slice(2, 2 + octets).reader();
        List<Segment> segments = new ArrayList<>();
        while (in.has(SEGMENT_OCTETS)) {
            segments.add(new Segment(in.u8(), in.u8(), in.u32()));
        }
        return List.copyOf(segments);
    }

    /** The rest of check 1, and check 3; and the suite numbers that RFC 8608 section 2.1 reserves. */
    private static void checkBlocks(SecurePath path, List<Finding> findings) {
        List<SignatureBlock> blocks = path.blocks();
        if (blocks.size() > MOST_BLOCKS) {
            findings.add(Finding.ofPath(
                    Rule.ATTRIBUTE_TRAILING_BYTES,
                    "After two Signature_Blocks there are " + (blocks.size() - MOST_BLOCKS)
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
            } else if (blocks.subList(0, b).stream().anyMatch(earlier -> earlier.suite() == suite)) {
                findings.add(Finding.ofPath(
                        Rule.INVALID_SUITE,
                        "Signature_Block " + (b + 1) + " names algorithm suite " + suite
                                + " again; each block must be of another suite (RFC 8205 section 3)."));
            }
        }
    }

    /** Checks 2 and 7, about the newest segment. An iBGP peer adds no segment, so that neither is made for it. */
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
        // In iBGP the newest segment can be one that a router of this AS added with pCount 0 for the inside: at the
        // edge of a
        // confederation (RFC 8205 section 4.3), or in an AS migration (RFC 8206 sections 5.2 and 5.3).
        if (newest.pCount() == 0
                && !context.pCountZeroAllowed()
                && context.relation() != PathContext.PeerRelation.INTERNAL) {
            findings.add(Finding.ofHop(
                    Rule.PCOUNT_ZERO_NOT_ALLOWED,
                    hop,
                    newest.asn(),
                    Optional.empty(),
                    "The newest segment, hop " + hop + " of AS " + newest.asn()
                            + ", has pCount 0, and the peer is not configured as transparent."));
        }
    }

    /** Checks 5 and 6. */
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
                                                + " has the Confed_Segment flag, and the peer is no member of the confederation."));
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
                                            + ", lacks the Confed_Segment flag, and the peer is a member of the confederation."));
                }
            }
            case INTERNAL -> {
                // Segments of an iBGP peer's path were checked at the edge; the peer itself added none.
            }
        }
    }

    /**
     * Check 8. It looks at the equivalent AS_PATH (section 4.4), in which segments with pCount 0 do not appear: transparent route
     * servers, and an AS's own segments at the edge of its confederation or in a migration.
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
                        "Hop " + hop + " is the local AS " + local + ": the route has been here before."));
            }
        }
    }
}
