// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.Rule;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Source;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.RibView;

/** Tests BGPsec_PATH beside AS_PATH from listed and from other peers (docs/adr/0024). */
class DualPathPeersTest {
    private static final RouterIdentity ROUTER = RouterIdentity.of("192.0.2.1", "r1");
    private static final SessionId PRE = id(RibView.ADJ_RIB_IN_PRE);
    private static final RouterRules LISTED = TestRules.withDualPath(TestRules.peers("AS65536"));
    private static final RouterRules NOT_LISTED = TestRules.withDualPath(TestRules.peers("AS65537", "198.51.100.0/24"));
    private static final List<Long> AS_PATH = List.of(65536L, 64501L, 64501L);

    private final Bmp bmp = new Bmp(65000, 65536);
    private final RecordedOutput out = new RecordedOutput();
    private @Nullable RouterState router;
    private long now;

    @Test
    void marksTheRoutesOfAListedPeerAndFindsNoFault() {
        play(LISTED, bmp.peerUp(List.of()), bmp.monitor(0, dualPath(AS_PATH, "192.0.2.0/24", "198.51.100.0/24")));
        assertThat(out.live(PRE)).hasSize(2);
        assertThat(out.live(PRE).values()).allSatisfy(announcement -> {
            assertThat(announcement.getDualPath()).isTrue();
            assertThat(announcement.hasBgpsecPath()).isTrue();
            assertThat(announcement.getFindingsList()).isEmpty();
            assertThat(announcement.getAsPathList()).containsExactly(65536, 64501, 64501);
            assertThat(announcement.getOriginAs()).isEqualTo(64501);
            assertThat(announcement.getTargetAs()).isEqualTo(65000);
            assertThat(announcement.getFirstAs()).isEqualTo(65536);
            assertThat(announcement.getNextHop().size()).isEqualTo(4);
        });
        assertThat(out.session(PRE).getFacts().getDualPath()).isTrue();
    }

    @Test
    void matchesThePeerByItsAddress() {
        play(
                TestRules.withDualPath(TestRules.peers("192.0.2.8/30")),
                bmp.peerUp(List.of()),
                bmp.monitor(0, dualPath(AS_PATH, "192.0.2.0/24")));
        assertThat(last().getDualPath()).isTrue();
    }

    @Test
    void reportsBothPathsOfAnUnlistedPeerAsMalformed() {
        play(NOT_LISTED, bmp.peerUp(List.of()), bmp.monitor(0, dualPath(AS_PATH, "192.0.2.0/24")));
        assertThat(last().getDualPath()).isFalse();
        assertThat(rules(last()))
                .containsExactlyInAnyOrder("as-path-and-bgpsec-path", "capability-not-negotiated", "missing-mp-reach");
        assertThat(out.session(PRE).getFacts().getDualPath()).isFalse();
    }

    @Test
    void theRulesOfRfc8205ApplyWhereTheSessionNegotiatedBgpsec() {
        play(LISTED, bmp.peerUp(), bmp.monitor(0, dualPath(AS_PATH, "192.0.2.0/24")));
        assertThat(last().getDualPath()).isFalse();
        assertThat(rules(last())).containsExactlyInAnyOrder("as-path-and-bgpsec-path", "missing-mp-reach");
        play(LISTED, bmp.monitor(0, bmp.signed("192.0.2.0/24")));
        assertThat(last().getFindingsList()).isEmpty();
    }

    @Test
    void aSignedPathWithoutAsPathNeedsTheCapability() {
        play(LISTED, bmp.peerUp(List.of()), bmp.monitor(0, bmp.signed("192.0.2.0/24")));
        assertThat(last().getDualPath()).isFalse();
        assertThat(rules(last())).containsExactly("capability-not-negotiated");
    }

    @Test
    void plainRoutesOfAListedPeerHaveNoMark() {
        play(LISTED, bmp.peerUp(List.of()), bmp.announce("192.0.2.0/24"));
        assertThat(last().getDualPath()).isFalse();
        assertThat(last().getFindingsList()).isEmpty();
    }

    @Test
    void anAsPathThatDiffersIsAFaultAndIsShown() {
        play(LISTED, bmp.peerUp(List.of()), bmp.monitor(0, dualPath(List.of(65536L, 64502L), "192.0.2.0/24")));
        assertThat(rules(last())).containsExactly("as-path-differs");
        assertThat(last().getDualPath()).isTrue();
        assertThat(last().getAsPathList()).containsExactly(65536, 64502);
        assertThat(last().getOriginAs()).isEqualTo(64502);
        Finding finding = last().getFindings(0);
        assertThat(finding.getHop()).isEqualTo(1);
        assertThat(finding.getMessage()).contains("AS 64502 at position 2", "AS 64501");
    }

    @Test
    void mirroredUpdatesAreValidatedBesideBeforeAndAfterThePeerUp() {
        play(LISTED, bmp.mirror(dualPath(AS_PATH, "192.0.2.0/24")));
        assertThat(last().getDualPath()).isTrue();
        assertThat(last().getFindingsList()).isEmpty();
        assertThat(last().hasTargetAs()).isFalse();
        play(LISTED, bmp.peerUp(List.of()));
        assertThat(last().getDualPath()).isTrue();
        assertThat(last().getTargetAs()).isEqualTo(65000);
        assertThat(last().getSource()).isEqualTo(Source.MIRRORING);
    }

    @Test
    void postPolicyRoutesAreMarkedAsRewrittenToo() {
        play(
                LISTED,
                bmp.peerUp(List.of()),
                bmp.monitor(0, dualPath(AS_PATH, "192.0.2.0/24")),
                bmp.monitor(Bmp.POST, dualPath(AS_PATH, "192.0.2.0/24")));
        assertThat(last().getDualPath()).isTrue();
        assertThat(last().getRewrittenView()).isTrue();
        assertThat(last().getPrePolicySession().toByteArray())
                .isEqualTo(PRE.bytes().toArray());
        assertThat(last().getFindingsList()).isEmpty();
    }

    @Test
    void otherViewsAreLeftToThePrePolicyRoute() {
        play(
                LISTED,
                bmp.peerUp(List.of()),
                bmp.monitor(Bmp.OUT, dualPath(AS_PATH, "192.0.2.0/24")),
                bmp.monitor(bmp.locRib(), dualPath(AS_PATH, "192.0.2.0/24")));
        assertThat(out.routes).hasSize(2).allSatisfy(route -> {
            Announcement announcement = route.event().getAnnouncement();
            assertThat(announcement.getDualPath()).isFalse();
            assertThat(announcement.getRewrittenView()).isTrue();
            assertThat(rules(announcement)).contains("as-path-and-bgpsec-path");
        });
    }

    @Test
    void ipv6RoutesAreValidatedBesideToo() {
        MpReach reach = new MpReach(
                0x80,
                AfiSafi.IPV6_UNICAST,
                Bytes.fromHex("20010db8000000000000000000000009"),
                Bmp.nlri("2001:db8::/32"),
                Bytes.EMPTY);
        Update update = new Update(
                List.of(), List.of(new Origin(0x40, 0), asPath(AS_PATH), bgpsecPath(), reach), List.of(), List.of());
        play(LISTED, bmp.peerUp(List.of()), bmp.monitor(0, update));
        assertThat(last().getDualPath()).isTrue();
        assertThat(last().getFindingsList()).isEmpty();
    }

    /** A path beside an equivalent AS_PATH is accepted from a listed peer, and is malformed from other peers. */
    @Property(tries = 200)
    void anyEquivalentPathIsAcceptedFromListedPeersOnly(
            @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 0, max = 5) Integer> pCounts,
            @ForAll @IntRange(min = 1, max = 0xffff) int change) {
        List<SecurePath.Segment> segments = IntStream.range(0, pCounts.size())
                .mapToObj(i -> new SecurePath.Segment(pCounts.get(i), 0, 64501L + i))
                .toList();
        List<Long> asPath = segments.stream()
                .flatMap(segment -> Stream.generate(segment::asn).limit(segment.pCount()))
                .toList();
        Update good = dualPath(segments, asPath);
        List<Long> changed = new ArrayList<>(asPath);
        changed.add(change % (asPath.size() + 1), 4200000000L + change);
        Update bad = dualPath(segments, changed);

        assertThat(rules(only(LISTED, good))).isEmpty();
        assertThat(rules(only(LISTED, bad))).containsExactly(Rule.AS_PATH_DIFFERS.label());
        assertThat(rules(only(NOT_LISTED, good))).contains("as-path-and-bgpsec-path", "capability-not-negotiated");
        assertThat(rules(only(NOT_LISTED, bad))).contains("as-path-and-bgpsec-path", "capability-not-negotiated");
    }

    private Announcement only(RouterRules rules, Update update) {
        RecordedOutput recorded = new RecordedOutput();
        RouterState of = router(rules, recorded);
        of.handleMessage(bmp.peerUp(List.of()), 1);
        of.handleMessage(bmp.monitor(0, update), 2);
        return recorded.routes.getLast().event().getAnnouncement();
    }

    private static List<String> rules(Announcement announcement) {
        return announcement.getFindingsList().stream().map(Finding::getRule).toList();
    }

    private Announcement last() {
        return out.routes.getLast().event().getAnnouncement();
    }

    private static Update dualPath(List<Long> asPath, String... prefixes) {
        return new Update(
                List.of(),
                List.of(new Origin(0x40, 0), asPath(asPath), new NextHop(0x40, Bmp.PEER), bgpsecPath()),
                Bmp.nlri(prefixes),
                List.of());
    }

    private static Update dualPath(List<SecurePath.Segment> segments, List<Long> asPath) {
        return new Update(
                List.of(),
                List.of(new Origin(0x40, 0), asPath(asPath), new NextHop(0x40, Bmp.PEER), bgpsecPath(segments)),
                Bmp.nlri("192.0.2.0/24"),
                List.of());
    }

    private static AsPath asPath(List<Long> asns) {
        return new AsPath(
                0x40, asns.isEmpty() ? List.of() : List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.copyOf(asns))));
    }

    private static BgpsecPath bgpsecPath() {
        return bgpsecPath(List.of(new SecurePath.Segment(1, 0, 65536), new SecurePath.Segment(2, 0, 64501)));
    }

    private static BgpsecPath bgpsecPath(List<SecurePath.Segment> segments) {
        SecurePath.SignatureSegment signature =
                new SecurePath.SignatureSegment(Bytes.wrap(new byte[20]), Bytes.wrap(new byte[70]));
        return new BgpsecPath(
                0xb0, // with the Partial bit
                BgpsecPathCodec.encode(new SecurePath(
                        segments,
                        List.of(new SecurePath.SignatureBlock(
                                1, segments.stream().map(_ -> signature).toList())))));
    }

    /** Plays messages to the router of this test, which the first call creates. */
    private void play(RouterRules rules, Bytes... messages) {
        if (router == null) {
            router = router(rules, out);
        }
        for (Bytes message : messages) {
            router.handleMessage(message, ++now);
        }
    }

    private static RouterState router(RouterRules rules, RecordedOutput out) {
        return new RouterState(
                ROUTER, rules, out.sessions, out, new CollectorMetrics(new SimpleMeterRegistry()), false);
    }

    private static SessionId id(RibView view) {
        return new PeerId(0, 0, Bmp.PEER).session(ROUTER, view);
    }
}
