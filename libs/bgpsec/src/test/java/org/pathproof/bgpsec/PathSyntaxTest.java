// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.pathproof.bgpsec.PathContext.PeerRelation.CONFEDERATION_MEMBER;
import static org.pathproof.bgpsec.PathContext.PeerRelation.EXTERNAL;
import static org.pathproof.bgpsec.PathContext.PeerRelation.INTERNAL;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;

/**
 * Tests checks 1 to 3 and 5 to 8 of RFC 8205 section 5.2. All signatures are zeros, because the syntax does not depend
 * on them.
 */
class PathSyntaxTest {
    private static final long LOCAL = 65000;
    private static final int CONFED = SecurePath.FLAG_CONFED_SEGMENT;
    private static final Bytes SKI = Bytes.wrap(new byte[20]);

    @Test
    void check1RefusesTruncationAtAnyByte() {
        Bytes whole = encode(block(1, 2), segment(2), segment(1));
        for (int length = 0; length < whole.length(); length++) {
            assertThat(rules(whole.slice(0, length))).as("%s bytes", length).containsExactly(Rule.ATTRIBUTE_TRUNCATED);
        }
        assertThat(rules(whole)).isEmpty();
    }

    @Test
    void check1RefusesImpossibleLengths() {
        Bytes whole = encode(block(1, 1), segment(1));
        for (int pathLength : new int[] {0, 1, 2, 7, 9}) {
            assertThat(rules(with(whole, 1, pathLength)))
                    .as("Secure_Path Length %s", pathLength)
                    .contains(Rule.ATTRIBUTE_TRUNCATED);
        }
        for (int blockLength : new int[] {0, 2, 4, 24}) {
            assertThat(rules(with(whole, 9, blockLength)))
                    .as("Signature_Block Length %s", blockLength)
                    .contains(Rule.ATTRIBUTE_TRUNCATED);
        }
    }

    @Test
    void check1RefusesBytesAfterTheBlocks() {
        Bytes oneBlock = encode(block(1, 1), segment(1));
        assertThat(rules(oneBlock.concat(Bytes.fromHex("00")))).containsExactly(Rule.ATTRIBUTE_TRAILING_BYTES);
        Bytes twoBlocks = encode(List.of(block(1, 1), block(2, 1)), segment(1));
        assertThat(rules(twoBlocks.concat(Bytes.fromHex("00")))).containsExactly(Rule.ATTRIBUTE_TRAILING_BYTES);
        Bytes threeBlocks = encode(List.of(block(1, 1), block(2, 1), block(3, 1)), segment(1));
        assertThat(rules(threeBlocks)).containsExactly(Rule.ATTRIBUTE_TRAILING_BYTES);
    }

    @Test
    void check1RefusesTwoBlocksOfOneSuite() {
        assertThat(rules(encode(List.of(block(1, 1), block(1, 1)), segment(1)))).containsExactly(Rule.INVALID_SUITE);
        assertThat(rules(encode(List.of(block(1, 1), block(2, 1)), segment(1)))).isEmpty();
    }

    @Test
    void refusesReservedSuites() {
        assertThat(rules(encode(block(0, 1), segment(1)))).containsExactly(Rule.INVALID_SUITE);
        assertThat(rules(encode(List.of(block(1, 1), block(255, 1)), segment(1))))
                .containsExactly(Rule.INVALID_SUITE);
        assertThat(rules(encode(List.of(block(0, 1), block(0, 1)), segment(1))))
                .containsExactly(Rule.INVALID_SUITE, Rule.INVALID_SUITE);
    }

    @Test
    void check2RefusesANewestSegmentOfAnotherAs() {
        Bytes attribute = encode(block(1, 2), segment(2), segment(1));
        assertThat(findings(attribute, context(EXTERNAL, 3))).singleElement().satisfies(f -> {
            assertThat(f.rule()).isEqualTo(Rule.FIRST_AS_MISMATCH);
            assertThat(f.hop()).isEqualTo(2);
            assertThat(f.asn()).hasValue(2);
            assertThat(f.message()).contains("AS 2").contains("AS 3");
        });
        PathContext unchecked = new PathContext(
                OptionalLong.of(LOCAL),
                OptionalLong.empty(),
                OptionalLong.of(LOCAL),
                INTERNAL,
                false,
                AfiSafi.IPV4_UNICAST,
                SignedPath.PREFIX);
        assertThat(findings(attribute, unchecked)).isEmpty();
    }

    @Test
    void check3RequiresASignatureForEachSegmentInEveryBlock() {
        assertThat(rules(encode(block(1, 1), segment(2), segment(1)))).containsExactly(Rule.SEGMENT_COUNT_MISMATCH);
        assertThat(rules(encode(block(1, 3), segment(2), segment(1)))).containsExactly(Rule.SEGMENT_COUNT_MISMATCH);
        assertThat(rules(encode(block(1, 0), segment(2), segment(1)))).containsExactly(Rule.SEGMENT_COUNT_MISMATCH);
        assertThat(rules(encode(List.of(block(1, 2), block(77, 1)), segment(2), segment(1))))
                .as("also in a block whose suite is not supported")
                .containsExactly(Rule.SEGMENT_COUNT_MISMATCH);
    }

    @Test
    void check5RefusesTheConfedFlagFromOutside() {
        Bytes attribute = encode(block(1, 3), segment(3), new Segment(1, CONFED, 2), new Segment(1, CONFED | 1, 1));
        assertThat(findings(attribute, context(EXTERNAL, 3)))
                .extracting(Finding::rule, Finding::hop)
                .containsExactly(tuple(Rule.CONFED_FLAG_UNEXPECTED, 2), tuple(Rule.CONFED_FLAG_UNEXPECTED, 1));
        assertThat(findings(attribute, context(INTERNAL, 3))).isEmpty();
    }

    @Test
    void check6RequiresTheConfedFlagFromAMember() {
        Bytes without = encode(block(1, 2), segment(2), new Segment(1, CONFED, 1));
        Bytes with = encode(block(1, 2), new Segment(1, CONFED, 2), segment(1));
        assertThat(findings(without, context(CONFEDERATION_MEMBER, 2)))
                .extracting(Finding::rule)
                .containsExactly(Rule.CONFED_FLAG_MISSING);
        assertThat(findings(with, context(CONFEDERATION_MEMBER, 2))).isEmpty();
        assertThat(findings(without, context(INTERNAL, 2))).isEmpty();
    }

    /**
     * RFC 8205 section 4.3: the edge of a confederation adds a segment of the public AS with pCount 0 towards its own
     * Member-AS.
     */
    @Test
    void acceptsTheEdgeSegmentOfAConfederation() {
        Bytes fromTheEdge = encode(block(1, 2), new Segment(0, CONFED, 64500), segment(1));
        assertThat(findings(fromTheEdge, context(INTERNAL, 64500))).isEmpty();
        Bytes fromAMember =
                encode(block(1, 3), new Segment(1, CONFED, 65501), new Segment(0, CONFED, 64500), segment(1));
        assertThat(findings(fromAMember, context(CONFEDERATION_MEMBER, 65501))).isEmpty();
    }

    @Test
    void check7RefusesPCountZeroOnlyInTheNewestSegment() {
        Bytes newest = encode(block(1, 2), new Segment(0, 0, 2), segment(1));
        Bytes inside = encode(block(1, 3), segment(3), new Segment(0, 0, 2), new Segment(0, 0, 1));
        assertThat(findings(newest, context(EXTERNAL, 2))).singleElement().satisfies(f -> {
            assertThat(f.rule()).isEqualTo(Rule.PCOUNT_ZERO_NOT_ALLOWED);
            assertThat(f.hop()).isEqualTo(2);
        });
        assertThat(findings(newest, context(CONFEDERATION_MEMBER, 2)))
                .extracting(Finding::rule)
                .contains(Rule.PCOUNT_ZERO_NOT_ALLOWED);
        assertThat(findings(newest, transparent(2))).isEmpty();
        assertThat(findings(inside, context(EXTERNAL, 3))).isEmpty();
    }

    /** RFC 8206 section 5.3: iBGP peers of a router in migration must accept pCount 0. */
    @Test
    void acceptsPCountZeroFromIbgpInAMigration() {
        Bytes inbound = encode(block(1, 2), new Segment(0, 0, 64510), segment(64496));
        assertThat(findings(inbound, context(INTERNAL, 64510))).isEmpty();
    }

    @Test
    void check8RefusesTheLocalAsInThePath() {
        Bytes attribute = encode(block(1, 4), segment(4), segment(LOCAL), segment(2), segment(LOCAL));
        assertThat(findings(attribute, context(EXTERNAL, 4)))
                .extracting(Finding::rule, Finding::hop)
                .containsExactly(tuple(Rule.AS_LOOP, 3), tuple(Rule.AS_LOOP, 1));
        PathContext allowed = new PathContext(
                OptionalLong.of(LOCAL),
                OptionalLong.of(4),
                OptionalLong.empty(),
                EXTERNAL,
                false,
                AfiSafi.IPV4_UNICAST,
                SignedPath.PREFIX);
        assertThat(findings(attribute, allowed)).isEmpty();
    }

    /** A segment with pCount 0 is not in the equivalent AS_PATH (RFC 8205 section 4.4), so it causes no loop. */
    @Test
    void check8UsesTheEquivalentAsPath() {
        Bytes attribute = encode(block(1, 2), segment(2), new Segment(0, 0, LOCAL));
        assertThat(findings(attribute, context(EXTERNAL, 2))).isEmpty();
    }

    @Test
    void ignoresUnassignedFlags() {
        for (int flags = 0; flags < CONFED; flags++) {
            assertThat(rules(encode(block(1, 1), new Segment(1, flags, 1)))).isEmpty();
        }
    }

    @Test
    void findsEveryBrokenRule() {
        Bytes attribute = encode(List.of(block(0, 1), block(1, 2)), new Segment(0, CONFED, LOCAL), segment(LOCAL));
        assertThat(findings(attribute, context(EXTERNAL, 7)))
                .extracting(Finding::rule)
                .containsExactlyInAnyOrder(
                        Rule.SEGMENT_COUNT_MISMATCH,
                        Rule.INVALID_SUITE,
                        Rule.FIRST_AS_MISMATCH,
                        Rule.PCOUNT_ZERO_NOT_ALLOWED,
                        Rule.CONFED_FLAG_UNEXPECTED,
                        Rule.AS_LOOP);
    }

    @Test
    void checksTheReadablePartOfADamagedAttribute() {
        Bytes attribute =
                encode(block(1, 2), new Segment(0, 0, 2), segment(LOCAL)).concat(Bytes.fromHex("0000"));
        PathSyntax form = PathSyntax.of(attribute, context(EXTERNAL, 3));
        assertThat(form.findings())
                .extracting(Finding::rule)
                .containsExactlyInAnyOrder(
                        Rule.ATTRIBUTE_TRAILING_BYTES,
                        Rule.FIRST_AS_MISMATCH,
                        Rule.PCOUNT_ZERO_NOT_ALLOWED,
                        Rule.AS_LOOP);
        assertThat(form.segments()).hasSize(2);
        assertThat(form.path()).isEmpty();
    }

    @Property
    void neverThrows(@ForAll byte[] bytes) {
        assertThat(PathSyntax.of(Bytes.wrap(bytes), context(EXTERNAL, 2))).isNotNull();
    }

    private static List<Rule> rules(Bytes attribute) {
        long newest = attribute.length() >= 8 ? attribute.u32(4) : 0;
        return findings(attribute, context(EXTERNAL, newest)).stream()
                .map(Finding::rule)
                .toList();
    }

    /** RFC 7607 section 2. */
    @Test
    void refusesAsZero() {
        List<Finding> found =
                findings(SignedPath.over(64501, 0, 64502).attribute(), context(PeerRelation.EXTERNAL, 64502));
        assertThat(found).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.AS_ZERO);
            assertThat(finding.hop()).isEqualTo(2);
            assertThat(finding.asn()).hasValue(0);
        });
    }

    private static List<Finding> findings(Bytes attribute, PathContext context) {
        PathSyntax form = PathSyntax.of(attribute, context);
        assertThat(form.isWellFormed()).isEqualTo(form.findings().isEmpty());
        assertThat(form.findings())
                .allSatisfy(f -> assertThat(f.message()).endsWith(".").isNotBlank());
        return form.findings();
    }

    private static PathContext context(PeerRelation relation, long firstAs) {
        return new PathContext(
                OptionalLong.of(LOCAL),
                OptionalLong.of(firstAs),
                OptionalLong.of(LOCAL),
                relation,
                false,
                AfiSafi.IPV4_UNICAST,
                SignedPath.PREFIX);
    }

    private static PathContext transparent(long firstAs) {
        return new PathContext(
                OptionalLong.of(LOCAL),
                OptionalLong.of(firstAs),
                OptionalLong.of(LOCAL),
                EXTERNAL,
                true,
                AfiSafi.IPV4_UNICAST,
                SignedPath.PREFIX);
    }

    private static Segment segment(long asn) {
        return new Segment(1, 0, asn);
    }

    private static SignatureBlock block(int suite, int signatures) {
        List<SignatureSegment> segments = new ArrayList<>();
        for (int i = 0; i < signatures; i++) {
            segments.add(new SignatureSegment(SKI, Bytes.wrap(new byte[i])));
        }
        return new SignatureBlock(suite, segments);
    }

    private static Bytes encode(SignatureBlock block, Segment... newestFirst) {
        return encode(List.of(block), newestFirst);
    }

    private static Bytes encode(List<SignatureBlock> blocks, Segment... newestFirst) {
        return BgpsecPathCodec.encode(new SecurePath(List.of(newestFirst), blocks));
    }

    private static Bytes with(Bytes bytes, int at, int value) {
        byte[] copy = bytes.toArray();
        copy[at] = (byte) value;
        return Bytes.wrap(copy);
    }
}
