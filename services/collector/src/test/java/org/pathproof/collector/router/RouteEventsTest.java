// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.Rule;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PeerRelation;
import org.pathproof.contracts.v1.Source;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.Aggregator;
import org.pathproof.wire.bgp.As4Path;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.RouteMonitoring;

/** Tests, message by message, the content of route events. */
final class RouteEventsTest extends PlayedRouter {
    @Test
    void announcementsCarryAllFactsForValidation() {
        play(bmp.peerUp(), bmp.monitor(0, bmp.signed("192.0.2.0/24")));
        Announcement a = last();
        assertThat(a.getTargetAs()).isEqualTo(65000);
        assertThat(a.getFirstAs()).isEqualTo(65536);
        assertThat(a.getLoopAs()).isEqualTo(65000);
        assertThat(a.getRelation()).isEqualTo(PeerRelation.EXTERNAL);
        assertThat(a.getPcountZeroAllowed()).isFalse();
        assertThat(a.getAsPathList()).containsExactly(65536, 64501, 64501);
        assertThat(a.getOriginAs()).isEqualTo(64501);
        assertThat(a.getSource()).isEqualTo(Source.MONITORING);
        assertThat(a.getFindingsList()).isEmpty();
        assertThat(Bytes.wrap(a.getNextHop().toByteArray())).isEqualTo(Bmp.PEER);
    }

    @Test
    void distinguishesPeerRelationsTransparencyAndAllowedLoops() {
        Bmp internal = new Bmp(65000, 65000);
        play(internal.peerUp(), internal.announce("192.0.2.0/24"));
        assertThat(last().getRelation()).isEqualTo(PeerRelation.INTERNAL);
        assertThat(last().hasFirstAs()).isFalse();

        router = connect(TestRules.with(Sources.AUTO, Set.of(65536L), PeerMatcher.NONE, PeerMatcher.NONE), false);
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        assertThat(last().getRelation()).isEqualTo(PeerRelation.CONFEDERATION_MEMBER);
        assertThat(last().getFirstAs()).isEqualTo(65536);

        router = connect(
                TestRules.with(Sources.AUTO, Set.of(), TestRules.peers("192.0.2.0/28"), TestRules.peers("AS65536")),
                false);
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        assertThat(last().getPcountZeroAllowed()).isTrue();
        assertThat(last().hasLoopAs()).isFalse();
        assertThat(out.session(PRE).getFacts().getTransparent()).isTrue();
    }

    @Test
    void adjRibOutCarriesFactsFromThePeersSide() {
        play(bmp.peerUp(), bmp.monitor(Bmp.OUT, bmp.plain("192.0.2.0/24")));
        assertThat(last().getTargetAs()).isEqualTo(65536);
        assertThat(last().getFirstAs()).isEqualTo(65000);
        assertThat(last().hasLoopAs()).isFalse();
        assertThat(out.session(id(RibView.ADJ_RIB_OUT_PRE)).getLocalAs()).isEqualTo(65000);
    }

    @Test
    void locRibWithoutPeerUpTakesItsAsFromTheHeader() {
        play(bmp.monitor(bmp.locRib(), bmp.plain("192.0.2.0/24")));
        assertThat(last().getTargetAs()).isEqualTo(65000);
        SessionId locRib = new PeerId(3, 0, Bytes.wrap(new byte[4])).session(ROUTER, RibView.LOC_RIB);
        assertThat(out.session(locRib).getLocalAs()).isEqualTo(65000);
    }

    @Test
    void addPathOfALocRibAppliesInBothDirections() {
        Capability addPath = new Capability.AddPath(List.of(new Capability.AddPath.Entry(AfiSafi.IPV4_UNICAST, 1)));
        Bytes up = bmp.peerUp(bmp.locRib(), Bmp.open(65000, List.of(addPath)), Bmp.open(65000, List.of(addPath)));
        Update update = bmp.plain();
        Update withIds = new Update(
                List.of(),
                update.attributes(),
                List.of(new Nlri(7, Bmp.nlri("192.0.2.0/24").getFirst().prefix())),
                List.of());
        play(up, bmp.addPath().monitor(bmp.locRib(), withIds));
        assertThat(out.routes.getLast().key().pathId()).isEqualTo(7);
        assertThat(out.rejects).isEmpty();
    }

    @Test
    void decodesEarlyRoutesAgainWhenTheOpensNegotiatedAddPath() {
        Capability addPath = new Capability.AddPath(List.of(new Capability.AddPath.Entry(AfiSafi.IPV4_UNICAST, 3)));
        Update update = new Update(
                List.of(),
                bmp.plain().attributes(),
                List.of(new Nlri(1, Bmp.nlri("192.0.2.0/24").getFirst().prefix())),
                List.of());
        play(bmp.addPath().mirror(update), bmp.peerUp(List.of(addPath)));
        assertThat(out.live(PRE).keySet()).singleElement().satisfies(key -> {
            assertThat(key.pathId()).isEqualTo(1);
            assertThat(key.prefix()).hasToString("192.0.2.0/24");
        });
        assertThat(out.rejects).isEmpty();
    }

    @Test
    void monitoredCopyDoesNotHideTheMirroredSignedRoute() {
        play(
                bmp.peerUp(),
                bmp.mirror(bmp.signed("192.0.2.0/24")),
                bmp.announce("192.0.2.0/24"),
                bmp.announce("198.51.100.0/24"));
        assertThat(out.live(PRE)).hasSize(2);
        assertThat(out.live(PRE).values())
                .filteredOn(Announcement::hasBgpsecPath)
                .hasSize(1);
        assertThat(count(CollectorMetricNames.MIRROR_PREFERRED)).isEqualTo(1);
        assertThat(out.session(PRE).getBgpsecSeen()).isTrue();

        play(bmp.mirror(bmp.plain("198.51.100.0/24")));
        assertThat(count(CollectorMetricNames.MIRROR_PREFERRED))
                .as("an ignored mirrored route")
                .isEqualTo(1);

        play(bmp.withdraw("192.0.2.0/24"), bmp.announce("192.0.2.0/24"));
        assertThat(out.live(PRE).values()).noneMatch(Announcement::hasBgpsecPath);
    }

    @Test
    void postPolicyIsNeverTakenFromMirroring() {
        play(bmp.peerUp(), bmp.mirror(bmp.signed("192.0.2.0/24")), bmp.monitor(Bmp.POST, bmp.plain("192.0.2.0/24")));
        assertThat(out.live(id(RibView.ADJ_RIB_IN_POST)).values())
                .singleElement()
                .satisfies(a -> assertThat(a.hasBgpsecPath()).isFalse());
    }

    @Test
    void publishesBothPrefixesOfABgpsecUpdateWithTheFinding() {
        play(bmp.peerUp(), bmp.monitor(0, bmp.signed("192.0.2.0/24", "198.51.100.0/24")));
        assertThat(out.live(PRE)).hasSize(2);
        assertThat(out.live(PRE).values())
                .allSatisfy(a -> assertThat(a.getFindingsList())
                        .extracting(org.pathproof.contracts.v1.Finding::getRule)
                        .containsExactly(Rule.MULTIPLE_PREFIXES.label()));
    }

    @Test
    void bgpsecWithoutNegotiationIsAFinding() {
        play(bmp.peerUp(List.of()), bmp.monitor(0, bmp.signed("192.0.2.0/24")));
        assertThat(last().getFindingsList())
                .extracting(org.pathproof.contracts.v1.Finding::getRule)
                .containsExactly(Rule.CAPABILITY_NOT_NEGOTIATED.label());
    }

    @Test
    void keepsUndecodableMessagesAndAllOtherRoutes() {
        Bytes noBgp = BmpCodec.encode(new RouteMonitoring(bmp.header(0), Bytes.fromHex("00112233")));
        play(bmp.peerUp(), noBgp, bmp.announce("192.0.2.0/24"));
        assertThat(out.rejects).singleElement().satisfies(reject -> {
            assertThat(reject.getLayer()).isEqualTo("bgp");
            assertThat(reject.getPeerIp()).isEqualTo("192.0.2.9");
            assertThat(Bytes.wrap(reject.getOctets().toByteArray()).toHex()).isEqualTo("00112233");
        });
        assertThat(out.live(PRE)).hasSize(1);
    }

    @Test
    void fullBacklogLeavesTheRoutesPublished() {
        for (int i = 0; i < 200; i++) {
            play(bmp.mirror(bmp.signed("10.0." + i + ".0/24")));
        }
        play(bmp.peerUp());
        assertThat(out.live(PRE)).hasSize(200);
        long validated = out.live(PRE).values().stream()
                .filter(Announcement::hasTargetAs)
                .count();
        assertThat(validated).isBetween(20L, 199L);
    }

    @Test
    void ignoresAs4PathAfterAggregationByATwoOctetSpeaker() {
        Update update = new Update(
                List.of(),
                List.of(
                        new Origin(0x40, 0),
                        new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64500L, 64501L)))),
                        new NextHop(0x40, Bmp.PEER),
                        new Aggregator(0xc0, PathAttribute.AGGREGATOR, 64500, Bmp.PEER),
                        new As4Path(0xc0, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(400_000L)))),
                        new Aggregator(0xc0, PathAttribute.AS4_AGGREGATOR, 400_000, Bmp.PEER)),
                Bmp.nlri("192.0.2.0/24"),
                List.of());
        Bytes twoOctets = BgpCodec.encode(update, new BgpSessionOptions(false, Set.of(), false));
        play(
                bmp.peerUp(),
                BmpCodec.encode(new RouteMonitoring(bmp.header(PerPeerHeader.FLAG_TWO_OCTET_AS), twoOctets)));
        assertThat(out.rejects).isEmpty();
        assertThat(last().getAsPathList()).containsExactly(64500, 64501);
        assertThat(last().getOriginAs()).isEqualTo(64501);
    }

    @Test
    void neverThrowsForAnyBytes() {
        List<Bytes> messages = List.of(
                Bmp.initiation("r1"),
                bmp.peerUp(),
                bmp.mirror(bmp.signed("192.0.2.0/24")),
                bmp.announce("192.0.2.0/24"),
                bmp.withdraw("192.0.2.0/24"),
                bmp.peerDown(1));
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = messages.get(random.nextInt(messages.size())).toArray();
            for (int flips = random.nextInt(4); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            router.handleMessage(Bytes.wrap(bytes), ++now);
        }
        assertThat(out.rejects).isNotEmpty();
    }
}
