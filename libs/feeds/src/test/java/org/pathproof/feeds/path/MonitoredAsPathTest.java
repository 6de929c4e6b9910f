// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.feeds.TestPath;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;

class MonitoredAsPathTest {
    private static final long LOCAL = 64999;
    private static final long PEER = 64501;

    private static Peer peer(PeerRelation relation) {
        return new Peer(PeerKey.of(TestPath.address(1)), PEER, 1, relation);
    }

    private static AsPath path(AsPath.Segment... segments) {
        return new AsPath(PathAttribute.FLAG_TRANSITIVE, List.of(segments));
    }

    private static AsPath.Segment sequence(long... asns) {
        return new AsPath.Segment(
                AsPath.AS_SEQUENCE, LongStream.of(asns).boxed().toList());
    }

    private static AsPath corrected(AsPath path, PeerRelation relation) {
        List<PathAttribute> attributes = List.of(new Origin(PathAttribute.FLAG_TRANSITIVE, 0), path);
        List<PathAttribute> corrected = MonitoredAsPath.withoutOwnAs(attributes, peer(relation), LOCAL);
        assertThat(corrected).hasSize(2).startsWith(attributes.getFirst());
        return (AsPath) corrected.getLast();
    }

    @Test
    void removesTheOwnAsBeforeTheAsOfAnExternalPeer() {
        assertThat(corrected(path(sequence(LOCAL, PEER, 64510)), PeerRelation.EXTERNAL))
                .isEqualTo(path(sequence(PEER, 64510)));
        assertThat(corrected(path(sequence(LOCAL), sequence(PEER, 64510)), PeerRelation.EXTERNAL))
                .isEqualTo(path(sequence(PEER, 64510)));
        AsPath.Segment set = new AsPath.Segment(AsPath.AS_SET, List.of(64511L, 64512L));
        assertThat(corrected(path(sequence(LOCAL, PEER), set), PeerRelation.EXTERNAL))
                .isEqualTo(path(sequence(PEER), set));
    }

    @Test
    void leavesOtherPaths() {
        for (AsPath path : List.of(
                path(),
                path(sequence(LOCAL)),
                path(sequence(PEER, LOCAL)),
                path(sequence(LOCAL, 64510)),
                path(sequence(LOCAL, LOCAL, PEER)),
                path(new AsPath.Segment(AsPath.AS_SET, List.of(LOCAL, PEER))),
                path(sequence(LOCAL), new AsPath.Segment(AsPath.AS_SET, List.of(PEER))))) {
            assertThat(corrected(path, PeerRelation.EXTERNAL)).isEqualTo(path);
        }
        AsPath prepended = path(sequence(LOCAL, PEER));
        assertThat(corrected(prepended, PeerRelation.INTERNAL)).isEqualTo(prepended);
        assertThat(corrected(prepended, PeerRelation.CONFEDERATION_MEMBER)).isEqualTo(prepended);
    }

    /** The result of FRR's encoding is corrected to the path that the peer sent, for each division into segments. */
    @Property
    void restoresThePathOfThePeer(
            @ForAll @Size(max = 6) List<@LongRange(min = 1, max = 0xffff_ffffL) Long> behind,
            @ForAll @IntRange(min = 1, max = 7) int division) {
        List<Long> received = new ArrayList<>(List.of(PEER));
        received.addAll(behind);
        List<Long> monitored = new ArrayList<>(List.of(LOCAL));
        monitored.addAll(received);
        int at = Math.min(division, monitored.size());
        List<AsPath.Segment> segments = new ArrayList<>();
        segments.add(new AsPath.Segment(AsPath.AS_SEQUENCE, List.copyOf(monitored.subList(0, at))));
        if (at < monitored.size()) {
            segments.add(new AsPath.Segment(AsPath.AS_SEQUENCE, List.copyOf(monitored.subList(at, monitored.size()))));
        }
        AsPath corrected =
                corrected(new AsPath(PathAttribute.FLAG_TRANSITIVE, List.copyOf(segments)), PeerRelation.EXTERNAL);
        assertThat(corrected.asns()).isEqualTo(received);
        assertThat(corrected.segments()).noneMatch(segment -> segment.asns().isEmpty());
        assertThat(corrected(corrected, PeerRelation.EXTERNAL)).isEqualTo(corrected);
    }
}
