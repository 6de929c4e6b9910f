// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;

/** Tests the AS_PATH that is equivalent to a Secure_Path (RFC 8205 section 4.4). */
class EquivalentAsPathTest {
    private static final List<Segment> SEGMENTS = List.of(segment(64503, 1), segment(64502, 2), segment(64501, 1));

    @Test
    void acceptsPCountCopiesOfEachAs() {
        assertThat(difference(SEGMENTS, sequence(64503, 64502, 64502, 64501))).isEmpty();
    }

    @Test
    void leavesOutSegmentsOfPCountZero() {
        List<Segment> throughRouteServer = List.of(segment(64504, 0), segment(64502, 1), segment(64501, 1));
        assertThat(difference(throughRouteServer, sequence(64502, 64501))).isEmpty();
        assertThat(difference(throughRouteServer, sequence(64504, 64502, 64501)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .isEqualTo("AS_PATH has AS 64504 at position 1, and the Secure_Path has AS 64502 there:"
                                + " hop 2, pCount 1."));
    }

    @Test
    void confederationSegmentsAreConfederationSequences() {
        List<Segment> confederation = List.of(
                new Segment(1, SecurePath.FLAG_CONFED_SEGMENT, 65001),
                new Segment(2, SecurePath.FLAG_CONFED_SEGMENT, 65002),
                segment(64502, 1));
        AsPath expected =
                path(segmentOf(AsPath.AS_CONFED_SEQUENCE, 65001, 65002, 65002), segmentOf(AsPath.AS_SEQUENCE, 64502));
        assertThat(difference(confederation, expected)).isEmpty();
        assertThat(difference(confederation, sequence(65001, 65002, 65002, 64502)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .isEqualTo("AS_PATH has AS 65001 at position 1, and the Secure_Path has AS 65001 in an"
                                + " AS_CONFED_SEQUENCE there: hop 3, pCount 1."));
    }

    @Test
    void namesHopPositionAndBothValues() {
        assertThat(difference(SEGMENTS, sequence(64503, 64502, 64777, 64501)))
                .containsExactly(
                        Finding.ofHop(
                                Rule.AS_PATH_DIFFERS,
                                2,
                                64502,
                                Optional.empty(),
                                "AS_PATH has AS 64777 at position 3, and the Secure_Path has AS 64502 there: hop 2, pCount 2."));
    }

    @Test
    void namesTheHopsThatAShortenedPathLacks() {
        assertThat(difference(SEGMENTS, sequence(64503, 64502, 64502)))
                .containsExactly(Finding.ofHop(
                        Rule.AS_PATH_DIFFERS,
                        1,
                        64501,
                        Optional.empty(),
                        "AS_PATH ends after 3 AS numbers, and the Secure_Path has AS 64501 there: hop 1, pCount 1."));
        assertThat(difference(SEGMENTS, path()).getFirst().message())
                .isEqualTo("AS_PATH ends after 0 AS numbers, and the Secure_Path has AS 64503 there: hop 3, pCount 1.");
    }

    @Test
    void namesThePositionOfAnAdditionalAsNumber() {
        assertThat(difference(SEGMENTS, sequence(64503, 64502, 64502, 64501, 64501)))
                .containsExactly(Finding.ofPath(
                        Rule.AS_PATH_DIFFERS,
                        "AS_PATH has AS 64501 at position 5, and the Secure_Path ends after 4 AS numbers."));
    }

    @Test
    void prependingWithoutPCountDiffers() {
        assertThat(difference(SEGMENTS, sequence(64503, 64503, 64502, 64502, 64501)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.hop()).isEqualTo(2);
                    assertThat(finding.asn()).isEqualTo(OptionalLong.of(64502));
                });
    }

    @Test
    void refusesSets() {
        AsPath set = path(segmentOf(AsPath.AS_SEQUENCE, 64503, 64502, 64502), segmentOf(AsPath.AS_SET, 64501));
        assertThat(difference(SEGMENTS, set))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("AS 64501 in an AS_SET at position 4"));
    }

    @Property
    void acceptsTheReconstructedPathInAnyDivision(@ForAll("securePaths") List<Segment> segments, @ForAll long seed) {
        assertThat(difference(segments, divided(reconstructed(segments), new Random(seed))))
                .isEmpty();
    }

    @Property
    void refusesAnyMutation(@ForAll("securePaths") List<Segment> segments, @ForAll long seed) {
        Random random = new Random(seed);
        List<Element> path = reconstructed(segments);
        List<Element> mutated = mutated(path, random);
        List<Finding> findings = difference(segments, divided(mutated, random));
        if (mutated.equals(path)) {
            assertThat(findings).isEmpty(); // the mutation had no effect
        } else {
            assertThat(findings).extracting(Finding::rule).containsExactly(Rule.AS_PATH_DIFFERS);
            assertThat(findings.getFirst().hop()).isBetween(0, segments.size());
        }
    }

    @Provide
    Arbitrary<List<Segment>> securePaths() {
        Arbitrary<Integer> pCounts = Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.integers().between(0, 4)),
                Tuple.of(1, Arbitraries.integers().between(0, 255)));
        Arbitrary<Integer> flags = Arbitraries.of(0, 0, SecurePath.FLAG_CONFED_SEGMENT, 0x01);
        Arbitrary<Long> asns = Arbitraries.longs().between(64496, 64500);
        return Combinators.combine(pCounts, flags, asns)
                .as(Segment::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(8);
    }

    /** One AS number of an AS_PATH and the type of its segment. */
    private record Element(int type, long asn) {}

    /** Returns the AS_PATH by the steps of RFC 8205 section 4.4, which prepend AS numbers from the origin on. */
    private static List<Element> reconstructed(List<Segment> segments) {
        List<Element> path = new ArrayList<>();
        for (Segment segment : segments.reversed()) {
            int type = (segment.flags() & 0x80) != 0 ? AsPath.AS_CONFED_SEQUENCE : AsPath.AS_SEQUENCE;
            for (int i = 0; i < segment.pCount(); i++) {
                path.addFirst(new Element(type, segment.asn()));
            }
        }
        return path;
    }

    private static List<Element> mutated(List<Element> path, Random random) {
        List<Element> mutated = new ArrayList<>(path);
        int at = path.isEmpty() ? 0 : random.nextInt(path.size());
        switch (path.isEmpty() ? 0 : random.nextInt(5)) {
            case 0 -> mutated.add(at, new Element(AsPath.AS_SEQUENCE, 64496 + random.nextInt(8)));
            case 1 -> mutated.remove(at);
            case 2 ->
                mutated.set(at, new Element(path.get(at).type(), path.get(at).asn() + 1 + random.nextInt(1000)));
            case 3 ->
                mutated.set(
                        at,
                        new Element(path.get(at).type() % 4 + 1, path.get(at).asn()));
            default -> mutated.add(mutated.remove(0));
        }
        return mutated;
    }

    /** Returns an AS_PATH with segment borders wherever the type changes, and at random places. */
    private static AsPath divided(List<Element> path, Random random) {
        List<AsPath.Segment> segments = new ArrayList<>();
        List<Long> open = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            open.add(path.get(i).asn());
            boolean last = i + 1 == path.size();
            if (last || path.get(i + 1).type() != path.get(i).type() || open.size() == 255 || random.nextInt(20) == 0) {
                segments.add(new AsPath.Segment(path.get(i).type(), List.copyOf(open)));
                open.clear();
            }
        }
        return new AsPath(0x40, segments);
    }

    private static List<Finding> difference(List<Segment> segments, AsPath path) {
        return EquivalentAsPath.difference(segments, path).stream().toList();
    }

    private static Segment segment(long asn, int pCount) {
        return new Segment(pCount, 0, asn);
    }

    private static AsPath sequence(long... asns) {
        return path(segmentOf(AsPath.AS_SEQUENCE, asns));
    }

    private static AsPath.Segment segmentOf(int type, long... asns) {
        return new AsPath.Segment(type, Arrays.stream(asns).boxed().toList());
    }

    private static AsPath path(AsPath.Segment... segments) {
        return new AsPath(0x40, List.of(segments));
    }
}
