// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.wire.Bytes;

/** Tests AS paths and the merge with AS4_PATH (RFC 6793 section 4.2.3). */
class AsPathTest {
    private static final BgpSessionOptions TWO_OCTET_AS = new BgpSessionOptions(false, Set.of(), false);

    /**
     * Segments have the usual notation: 1 2 is a sequence, {1 2} a set, (1 2) a confederation sequence, [1 2] a
     * confederation set.
     */
    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource({
        "1 23456 23456,       70000 80000,          1 70000 80000",
        "23456 23456,         70000 80000,          70000 80000",
        "1 2 3,               '',                   1 2 3",
        "1 2,                 70000 80000 90000,    1 2",
        "1 2 {3 4},           70000 {70001 70002},  1 70000 {70001 70002}",
        "1 {2 3} 23456,       70000,                1 {2 3} 70000",
        "1 2 3 4,             {70000 70001},        1 2 3 {70000 70001}",
        // Confederation segments are not counted. Such segments are at the start, in the middle or at the end.
        "(9 8) 1 23456,       70000,                (9 8) 1 70000",
        "(9 8) 23456,         70000,                (9 8) 70000",
        "1 (9 8) 23456,       70000,                1 (9 8) 70000",
        "1 23456 (9 8),       70000,                1 70000",
        "[9 8] 1 23456,       70000,                [9 8] 1 70000",
        // Confederation segments of AS4_PATH are left out.
        "1 23456,             (9) 70000,            1 70000",
        "1 23456,             (9),                  1 23456",
    })
    void mergesAs4Path(String asPath, String as4Path, String merged) {
        AsPath path = new AsPath(0x40, segments(asPath));
        assertThat(path.mergedWith(segments(as4Path))).isEqualTo(new AsPath(0x40, segments(merged)));
    }

    @Test
    void keepsSegmentsWithinTheirLengthField() {
        List<Long> many = new ArrayList<>();
        for (long as = 1; as <= 200; as++) {
            many.add(as);
        }
        List<Long> more = new ArrayList<>(many);
        more.addAll(many.subList(0, 55));
        AsPath path = new AsPath(0x40, List.of(sequence(more), sequence(more)));
        AsPath merged = path.mergedWith(List.of(sequence(many)));
        assertThat(merged.asns()).hasSize(510);
        assertThat(merged.segments()).allSatisfy(s -> assertThat(s.asns()).hasSizeLessThanOrEqualTo(255));
    }

    @Test
    void usesAs4PathOnlyOnSessionsOfTwoOctetAsNumbers() {
        Update update = update(new AsPath(0x40, segments("1 23456")), new As4Path(0xc0, segments("70000")));
        assertThat(update.asPath(TWO_OCTET_AS)).contains(new AsPath(0x40, segments("1 70000")));
        assertThat(update.asPath(BgpSessionOptions.DEFAULT)).contains(new AsPath(0x40, segments("1 23456")));
        assertThat(update().asPath(TWO_OCTET_AS)).isEmpty();
    }

    @Test
    void ignoresAs4PathWhenAnOldSpeakerAggregated() {
        AsPath asPath = new AsPath(0x40, segments("1 23456"));
        As4Path as4Path = new As4Path(0xc0, segments("70000"));
        Aggregator as4Aggregator = new Aggregator(0xc0, PathAttribute.AS4_AGGREGATOR, 70000, Bytes.fromHex("c0000201"));
        Aggregator old = new Aggregator(0xc0, PathAttribute.AGGREGATOR, 1, Bytes.fromHex("c0000201"));
        Aggregator trans = new Aggregator(0xc0, PathAttribute.AGGREGATOR, AsPath.AS_TRANS, Bytes.fromHex("c0000201"));
        assertThat(update(asPath, as4Path, as4Aggregator, old).asPath(TWO_OCTET_AS))
                .contains(asPath);
        AsPath merged = new AsPath(0x40, segments("1 70000"));
        assertThat(update(asPath, as4Path, as4Aggregator, trans).asPath(TWO_OCTET_AS))
                .contains(merged);
        assertThat(update(asPath, as4Path, old).asPath(TWO_OCTET_AS)).contains(merged);
    }

    @Test
    void returnsTheOriginAs() {
        assertThat(new AsPath(0x40, segments("1 2 3")).originAs()).isEqualTo(OptionalLong.of(3));
        assertThat(new AsPath(0x40, segments("1 {2 3}")).originAs()).isEmpty();
        assertThat(new AsPath(0x40, List.of()).originAs()).isEmpty();
    }

    @Test
    void originatesInTheOwnAsIfItIsEmptyOrEndsWithAConfederationSegment() {
        AsPath.Segment sequence = new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(1L));
        AsPath.Segment set = new AsPath.Segment(AsPath.AS_SET, List.of(1L, 2L));
        AsPath.Segment confederation = new AsPath.Segment(AsPath.AS_CONFED_SEQUENCE, List.of(3L));
        AsPath.Segment confederationSet = new AsPath.Segment(AsPath.AS_CONFED_SET, List.of(3L, 4L));
        assertThat(new AsPath(0x40, List.of()).originatesInOwnAs()).isTrue();
        assertThat(new AsPath(0x40, List.of(confederation)).originatesInOwnAs()).isTrue();
        assertThat(new AsPath(0x40, List.of(sequence, confederationSet)).originatesInOwnAs())
                .isTrue();
        assertThat(new AsPath(0x40, List.of(confederation, sequence)).originatesInOwnAs())
                .isFalse();
        assertThat(new AsPath(0x40, List.of(set)).originatesInOwnAs()).isFalse();
    }

    private static Update update(PathAttribute... attributes) {
        return new Update(List.of(), List.of(attributes), List.of(), List.of());
    }

    private static AsPath.Segment sequence(List<Long> asns) {
        return new AsPath.Segment(AsPath.AS_SEQUENCE, asns);
    }

    private static List<AsPath.Segment> segments(String text) {
        List<AsPath.Segment> segments = new ArrayList<>();
        for (String part : text.split("(?<=[)}\\]]) | (?=[({\\[])", -1)) {
            if (part.isEmpty()) {
                continue;
            }
            int type = switch (part.charAt(0)) {
                case '{' -> AsPath.AS_SET;
                case '(' -> AsPath.AS_CONFED_SEQUENCE;
                case '[' -> AsPath.AS_CONFED_SET;
                default -> AsPath.AS_SEQUENCE;
            };
            String numbers = part.replaceAll("[^0-9 ]", "").strip();
            segments.add(new AsPath.Segment(
                    type,
                    Arrays.stream(numbers.split(" ", -1)).map(Long::valueOf).toList()));
        }
        return segments;
    }
}
