// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.Rule;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.FeedSpeakers;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.collector.rules.RouterMatcher;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.harness.FaultyUpdates;
import org.pathproof.harness.FaultyUpdates.Example;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Sender;
import org.pathproof.wire.bgp.route.RoutePathAttributes;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.RouteMonitoring;

/**
 * Tests that the findings on an UPDATE agree with an independent reading of RFC 7606 and its followers ({@link
 * FaultyUpdates}), for each kind of peer and view.
 */
final class FaultyAttributesTest extends PlayedRouter {
    private static final long LOCAL_AS = 65000;
    private static final long MEMBER = 65101;

    @Test
    void theFindingsOfEachFaultAgreeWithTheRfcs() {
        for (Example example : FaultyUpdates.examples()) {
            for (Sender sender : Sender.values()) {
                check(List.of(example), sender);
            }
        }
    }

    @Property(tries = 300)
    void theFindingsOfSeveralFaultsAgreeWithTheRfcs(@ForAll("faults") List<Example> faults, @ForAll Sender sender) {
        check(faults, sender);
    }

    @Property(tries = 500)
    void noBytesMakeThePathOfARouteThrow(
            @ForAll("faults") List<Example> faults, @ForAll Sender sender, @ForAll int at, @ForAll byte with) {
        byte[] message = FaultyUpdates.message(sender.name(), faults);
        message[19 + Math.floorMod(at, message.length - 19)] = with;
        receive(Bytes.wrap(message), sender);
    }

    @Provide
    Arbitrary<List<Example>> faults() {
        return Arbitraries.of(fourOctets()).list().ofMaxSize(4).map(all -> {
            List<Example> fitting = new ArrayList<>();
            for (Example next : all) {
                if (fitting.stream().allMatch(next::fits)) {
                    fitting.add(next);
                }
            }
            return fitting;
        });
    }

    private static List<Example> fourOctets() {
        return FaultyUpdates.examples().stream()
                .filter(example -> example.asBytes() == 4)
                .toList();
    }

    private void check(List<Example> faults, Sender sender) {
        if (faults.stream().anyMatch(fault -> fault.asBytes() == 2)
                || sender == Sender.OWN_TABLE && faults.stream().anyMatch(FaultyAttributesTest::lacksAsPath)) {
            return; // a Loc-RIB of BGPsec may have routes of the own AS without a path (RFC 8205 section 4.4)
        }
        Announcement announcement = receive(Bytes.wrap(FaultyUpdates.message(sender.name(), faults)), sender);
        String expected = FaultyUpdates.handling(sender.name(), faults);
        List<String> names = faults.stream().map(Example::name).toList();
        switch (expected) {
            case "NO_ERROR" -> {
                assertThat(announcement.getFindingsList())
                        .as("%s from %s", names, sender)
                        .isEmpty();
                assertThat(announcement.getDiscardsList())
                        .as("%s from %s", names, sender)
                        .isEmpty();
            }
            case "ATTRIBUTE_DISCARD" -> {
                assertThat(announcement.getFindingsList())
                        .as("%s from %s", names, sender)
                        .isEmpty();
                assertThat(announcement.getDiscardsList())
                        .as("%s from %s", names, sender)
                        .isNotEmpty()
                        .extracting(Finding::getRule)
                        .containsOnly(Rule.ATTRIBUTE_DISCARDED.label());
            }
            case "TREAT_AS_WITHDRAW" -> {
                assertThat(announcement.getFindingsList())
                        .as("%s from %s", names, sender)
                        .isNotEmpty();
                if (faults.stream().noneMatch(FaultyAttributesTest::lacksAsPath)) {
                    assertThat(out.rejects).as("%s from %s", names, sender).isNotEmpty();
                }
            }
            default ->
                assertThat(announcement.equals(Announcement.getDefaultInstance())
                                || announcement.getFindingsCount() > 0)
                        .as("%s from %s", names, sender)
                        .isTrue();
        }
    }

    private static boolean lacksAsPath(Example example) {
        return example.typeCode() == PathAttribute.AS_PATH && example.fault().equals("MISSING");
    }

    /** Returns the announcement of an UPDATE; the default instance if none is published. */
    private Announcement receive(Bytes bgp, Sender sender) {
        router = connect(TestRules.with(Sources.AUTO, Set.of(MEMBER), PeerMatcher.NONE, PeerMatcher.NONE), false);
        out.routes.clear();
        out.rejects.clear();
        Bmp peer = new Bmp(
                LOCAL_AS,
                switch (sender) {
                    case INTERNAL -> LOCAL_AS;
                    case CONFEDERATION_MEMBER -> MEMBER;
                    case EXTERNAL, UNKNOWN, OWN_TABLE -> 64496;
                });
        PerPeerHeader header = sender == Sender.OWN_TABLE ? peer.locRib() : peer.header(0);
        if (sender != Sender.OWN_TABLE && sender != Sender.UNKNOWN) {
            play(peer.peerUp(List.of()));
        }
        play(BmpCodec.encode(new RouteMonitoring(header, bgp)));
        return out.routes.stream()
                .map(RecordedOutput.Route::event)
                .filter(RouteEvent::hasAnnouncement)
                .map(RouteEvent::getAnnouncement)
                .findFirst()
                .orElse(Announcement.getDefaultInstance());
    }

    /** A route before the Peer Up has an unknown sender; the Peer Up decodes the message again. */
    @Test
    void thePeerUpDecidesOnEarlyRoutes() {
        Bytes confederation = update("40 01 01 00  40 02 0c 03 01 0000fe4d 02 01 0000fbf0  40 03 04 c0000201");
        play(BmpCodec.encode(new RouteMonitoring(bmp.header(0), confederation)));
        assertThat(last().getFindingsList()).isEmpty();
        play(bmp.peerUp());
        assertThat(last().getFindingsList())
                .extracting(Finding::getRule)
                .containsExactly(Rule.ATTRIBUTE_MALFORMED.label());
        assertThat(last().getFindings(0).getMessage())
                .isEqualTo("UPDATE / AS_PATH: a peer outside the confederation sent a confederation segment"
                        + " (RFC 5065 section 5); pathproof.collector.confederation.members names the members.");
    }

    /** The policy of the router may set LOCAL_PREF, but adds neither AS 0 nor confederation segments. */
    @Test
    void thePostPolicyViewHasTheRulesThatPolicyCannotBreak() {
        play(bmp.peerUp());
        play(monitor(Bmp.POST, "40 01 01 00  40 02 06 02 01 0000fbf0  40 03 04 c0000201  40 05 04 00000064"));
        assertThat(last().getFindingsList()).isEmpty();
        assertThat(last().getDiscardsList()).isEmpty();
        play(monitor(Bmp.POST, "40 01 01 00  40 02 0a 02 02 0000fbf0 00000000  40 03 04 c0000201"));
        assertThat(last().getFindingsList()).extracting(Finding::getRule).containsExactly(Rule.AS_ZERO.label());
        play(monitor(Bmp.POST, "40 01 01 00  40 02 0c 03 01 0000fe4d 02 01 0000fbf0  40 03 04 c0000201"));
        assertThat(last().getFindingsList())
                .extracting(Finding::getRule)
                .containsExactly(Rule.ATTRIBUTE_MALFORMED.label());
        play(monitor(Bmp.OUT, "40 01 01 00  40 02 0c 03 01 0000fe4d 02 01 0000fbf0  40 03 04 c0000201"));
        assertThat(last().getFindingsList()).isEmpty();
    }

    /** RFC 9774 section 3: the operator may accept AS_SET. */
    @Test
    void theOperatorMayAcceptSets() {
        String set = "40 01 01 00  40 02 0c 02 01 0000fbf0 01 01 0000fbf1  40 03 04 c0000201";
        play(bmp.peerUp(), monitor(0, set));
        assertThat(last().getFindingsList())
                .extracting(Finding::getRule)
                .containsExactly(Rule.ATTRIBUTE_MALFORMED.label());
        assertThat(last().hasOriginAs()).isFalse();
        router = connect(TestRules.withAsSets(TestRules.peers("192.0.2.9")), false);
        play(bmp.peerUp(), monitor(0, set));
        assertThat(last().getFindingsList()).isEmpty();
    }

    /** Feeds announce neither what RFC 7606 withdraws nor what it discards. */
    @Test
    void discardedAttributesAreNotForFeeds() {
        FeedRules feeds =
                new FeedRules(RouterMatcher.of(List.of("r1")), Set.of(RibView.ADJ_RIB_IN_POST), FeedSpeakers.NONE);
        router = connect(TestRules.with(Sources.AUTO, feeds), false);
        String plain = "40 01 01 00  40 02 06 02 01 0000fbf0  40 03 04 c0000201";
        play(bmp.peerUp(), monitor(Bmp.POST, plain + "c0 07 08 00000000 c0000201  80 1a 02 0100  40 06 01 00"));
        Bytes field =
                Bytes.wrap(out.routes.getLast().event().getPathAttributes().toByteArray());
        assertThat(RoutePathAttributes.decode(field).orElseThrow().attributes())
                .extracting(PathAttribute::typeCode)
                .containsExactly(2, 1);
        assertThat(last().getDiscardsList()).hasSize(3);
        for (String withdrawn : List.of(
                "40 01 01 00  40 02 0a 02 02 0000fbf0 00000000  40 03 04 c0000201",
                "40 01 01 00  40 02 0c 03 01 0000fe4d 02 01 0000fbf0  40 03 04 c0000201",
                plain + "c0 23 03 000000",
                plain + "40 c8 01 01")) {
            play(monitor(Bmp.POST, withdrawn));
            assertThat(out.routes.getLast().event().getPathAttributes().isEmpty())
                    .as(withdrawn)
                    .isTrue();
        }
    }

    /** RFC 7607 section 2 and RFC 6793 section 6: an AS4_PATH with AS 0 does not replace AS_TRANS. */
    @Test
    void anAs4PathOnASessionOf4OctetNumbersIsDiscarded() {
        play(
                bmp.peerUp(),
                monitor(0, "40 01 01 00  40 02 06 02 01 0000fbf0  40 03 04 c0000201  c0 11 06 02 01 00000000"));
        assertThat(last().getAsPathList()).containsExactly(64496);
        assertThat(last().getDiscardsList()).hasSize(1);
    }

    /** Withdrawals beside a faulty announcement are used (RFC 7606 section 3(j)). */
    @Test
    void withdrawalsBesideAFaultAreUsed() {
        play(bmp.peerUp(), bmp.announce("198.51.100.0/24"));
        byte[] both = FaultyUpdates.update(
                Bytes.fromHex("18 c63364").toArray(),
                Bytes.fromHex("40 01 01 00  40 02 06 02 01 00000000  40 03 04 c0000201")
                        .toArray(),
                Bytes.fromHex("18 cb0071").toArray());
        play(BmpCodec.encode(new RouteMonitoring(bmp.header(0), Bytes.wrap(both))));
        assertThat(out.withdrawn(id(RibView.ADJ_RIB_IN_PRE))).containsExactly("198.51.100.0/24");
        assertThat(last().getFindingsList()).extracting(Finding::getRule).containsExactly(Rule.AS_ZERO.label());
    }

    /** A router's own table has routes of members, own routes, and aggregates with AS_SET. */
    @Test
    void theOwnTableOfAMemberHasNoFindings() {
        for (String path : Stream.of("40 02 00", "40 02 06 03 01 0000fe4d", "40 02 0c 02 01 0000fbf0 01 01 0000fbf1")
                .toList()) {
            play(BmpCodec.encode(new RouteMonitoring(
                    bmp.locRib(), update("40 01 01 00  40 03 04 00000000  40 05 04 00000064" + path))));
            assertThat(last().getFindingsList()).as(path).isEmpty();
            assertThat(last().getDiscardsList()).as(path).isEmpty();
        }
    }

    private Bytes monitor(int flags, String attributes) {
        return BmpCodec.encode(new RouteMonitoring(bmp.header(flags), update(attributes)));
    }

    private static Bytes update(String attributes) {
        return Bytes.wrap(FaultyUpdates.update(
                new byte[0],
                Bytes.fromHex(attributes).toArray(),
                Bytes.fromHex("18 cb0071").toArray()));
    }
}
