// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.RouteMonitoring;

/** Tests routers whose UPDATEs have another encoding than OPENs and headers declare. */
final class ContradictoryEncodingTest extends PlayedRouter {
    private static final List<Capability> ADD_PATH =
            List.of(new Capability.AddPath(List.of(new Capability.AddPath.Entry(AfiSafi.IPV4_UNICAST, 3))));
    private static final SessionId LOC_RIB = new PeerId(3, 0, Bytes.wrap(new byte[4])).session(ROUTER, RibView.LOC_RIB);

    private final Bmp withIds = bmp.addPath();
    private final Bmp twoOctets = bmp.twoOctetAs();

    @Test
    void readsARouterThatNegotiatesAddPathAndMonitorsWithoutPathIdentifiers() {
        play(bmp.peerUp(ADD_PATH));
        play(bmp.announce("192.0.2.64/28"), bmp.announce("198.51.100.64/26"), bmp.announce("203.0.113.0/24"));
        play(bmp.announce("192.0.2.0/24", "198.51.100.0/24"), bmp.withdraw("203.0.113.0/24"));
        assertThat(prefixes(PRE))
                .containsExactly("192.0.2.0/24 0", "192.0.2.64/28 0", "198.51.100.0/24 0", "198.51.100.64/26 0");
        assertThat(out.rejects).isEmpty();
        assertThat(warning()).isEqualTo("path-ids-missing");
        assertThat(meters.get(CollectorMetricNames.TABLE_WARNINGS)
                        .tags("router", ROUTER.label(), "reason", "path-ids-missing")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void holdsMessagesThatFitBothEncodingsUntilOneFitsOnlyOne() {
        play(bmp.peerUp(ADD_PATH), bmp.announce("192.0.2.0/24", "198.51.100.0/24"));
        assertThat(out.routes).isEmpty();
        play(bmp.withdraw("192.0.2.0/24"));
        assertThat(prefixes(PRE)).containsExactly("198.51.100.0/24 0");

        router = connect(TestRules.with(Sources.AUTO), false);
        play(bmp.peerUp(ADD_PATH), withIds.announce(nlri(0x18c00002, "198.51.100.0/24")));
        assertThat(out.routes).hasSize(3);
        play(withIds.announce(nlri(7, "203.0.113.0/24")));
        assertThat(out.routes.get(3).key().pathId()).isEqualTo(0x18c00002);
        assertThat(warning()).isEmpty();
    }

    @Test
    void handsHeldMessagesOnAtTheEndOfRibAndAfterASecond() {
        play(bmp.peerUp(ADD_PATH), bmp.announce("192.0.2.0/24", "198.51.100.0/24"));
        play(bmp.monitor(0, Bmp.endOfRib(AfiSafi.IPV4_UNICAST)));
        assertThat(prefixes(PRE)).containsExactly("192.0.2.0/24 0", "198.51.100.0/24 0");

        router = connect(TestRules.with(Sources.AUTO), false);
        play(bmp.peerUp(ADD_PATH), bmp.announce("10.1.0.0/17", "10.2.0.0/18"));
        tickFor(2);
        assertThat(prefixes(PRE)).contains("10.1.0.0/17 0", "10.2.0.0/18 0");
        // Later evidence shows that the decision was wrong.
        play(withIds.announce(nlri(1, "10.9.0.0/16")), withIds.announce(nlri(2, "10.9.0.0/16")));
        assertThat(prefixes(PRE)).containsExactly("10.9.0.0/16 1", "10.9.0.0/16 2");
        assertThat(warning()).isEqualTo("encoding-changed");
    }

    /** As GoBGP: the table at the start of the connection has no Path Identifiers, and later UPDATEs have them. */
    @Test
    void keepsATableWithoutPathIdentifiersWhenLaterUpdatesHaveThem() {
        play(
                bmp.peerUp(ADD_PATH),
                bmp.announce("10.1.0.0/16"),
                bmp.announce("10.2.0.0/16"),
                bmp.announce("10.3.0.0/16"));
        for (int i = 4; i < 20; i++) {
            play(bmp.announce("10." + i + ".0.0/16"), bmp.withdraw("10." + i + ".0.0/16"));
        }
        play(bmp.monitor(0, Bmp.endOfRib(AfiSafi.IPV4_UNICAST)));
        play(withIds.announce(nlri(1, "10.9.0.0/16")));
        assertThat(prefixes(PRE)).containsExactly("10.1.0.0/16 0", "10.2.0.0/16 0", "10.3.0.0/16 0", "10.9.0.0/16 1");
        play(withIds.withdraw(nlri(1, "10.1.0.0/16")), withIds.announce(nlri(1, "10.2.0.0/16")));
        play(withIds.announce(nlri(2, "10.2.0.0/16")));
        assertThat(prefixes(PRE)).containsExactly("10.2.0.0/16 1", "10.2.0.0/16 2", "10.3.0.0/16 0", "10.9.0.0/16 1");
        play(withIds.withdraw(nlri(1, "10.2.0.0/16")), withIds.withdraw(nlri(1, "10.9.0.0/16")));
        assertThat(prefixes(PRE)).containsExactly("10.2.0.0/16 2", "10.3.0.0/16 0");
        assertThat(out.rejects).isEmpty();
        assertThat(warning()).isEqualTo("path-ids-missing");
    }

    @Test
    void aDamagedMessageAfterAnEndOfRibDoesNotRemoveTheTable() {
        play(bmp.peerUp(ADD_PATH), bmp.announce("10.1.0.0/16"), bmp.announce("10.2.0.0/16"));
        play(bmp.monitor(0, Bmp.endOfRib(AfiSafi.IPV4_UNICAST)), bmp.announce("10.3.0.0/16"));
        play(withIds.announce(nlri(1, "10.9.0.0/16")));
        assertThat(out.rejects).hasSize(1);
        assertThat(prefixes(PRE)).containsExactly("10.1.0.0/16 0", "10.2.0.0/16 0", "10.3.0.0/16 0");
    }

    @Test
    void boundsTheMessagesThatAreHeld() {
        play(bmp.peerUp(ADD_PATH));
        for (int i = 0; i < 1000; i++) {
            play(bmp.announce("10." + i / 256 + "." + i % 256 + ".0/24", "11." + i / 256 + "." + i % 256 + ".0/24"));
        }
        assertThat(out.routes).hasSizeGreaterThan(1000); // TestRules.backlogBytes
    }

    @Test
    void oneDamagedMessageDoesNotChangeTheEncoding() {
        play(bmp.peerUp(ADD_PATH), withIds.announce(nlri(1, "10.1.0.0/16")), withIds.announce(nlri(2, "10.1.0.0/16")));
        play(bmp.announce("10.2.0.0/16"));
        assertThat(out.rejects).hasSize(1);
        assertThat(warning()).isEqualTo("unreadable-updates");
        play(withIds.announce(nlri(3, "10.1.0.0/16")));
        assertThat(prefixes(PRE)).containsExactly("10.1.0.0/16 1", "10.1.0.0/16 2", "10.1.0.0/16 3");
    }

    @Test
    void readsPathIdentifiersThatNoOpenDeclares() {
        play(
                bmp.peerUp(bmp.locRib(), Bmp.open(65000, List.of()), Bmp.open(65000, List.of())),
                withIds.monitor(bmp.locRib(), withIds.plain(nlri(1, "10.101.0.0/24"))),
                withIds.monitor(bmp.locRib(), withIds.plain(nlri(2, "10.101.0.0/24"))));
        assertThat(prefixes(LOC_RIB)).containsExactly("10.101.0.0/24 1", "10.101.0.0/24 2");
        assertThat(out.session(LOC_RIB).getTableWarning()).isEqualTo("path-ids-undeclared");
    }

    @Test
    void readsTwoOctetPathsOfALocRib() {
        play(bmp.peerUp(bmp.locRib(), Bmp.open(65000, List.of()), Bmp.open(65000, List.of())));
        play(
                twoOctets.monitor(bmp.locRib(), path("192.0.2.64/28", List.of(List.of(64496L)))),
                twoOctets.monitor(bmp.locRib(), path("192.0.2.80/28", List.of(List.of(64496L, 64497L)))),
                twoOctets.monitor(bmp.locRib(), path("192.0.2.96/28", List.of(List.of(100L, 200L), List.of(300L)))),
                twoOctets.monitor(bmp.locRib(), path("192.0.2.112/28", List.of())));
        assertThat(paths(LOC_RIB)).containsExactly("100 200 300", "64496", "64496 64497", "");
        assertThat(out.session(LOC_RIB).getTableWarning()).isEqualTo("two-octet-paths");
        assertThat(out.rejects).isEmpty();
    }

    @Test
    void readsTwoOctetPathsUnderAClearFlagAndFourOctetPathsUnderASetOne() {
        play(bmp.peerUp(List.of()));
        play(twoOctets.monitor(0, path("192.0.2.64/28", List.of(List.of(100L, 200L), List.of(300L)))));
        assertThat(out.routes).as("fits both sizes").isEmpty();
        play(twoOctets.monitor(0, path("192.0.2.80/28", List.of(List.of(100L, 200L, 300L)))));
        assertThat(paths(PRE)).containsExactly("100 200 300", "100 200 300");
        assertThat(warning()).isEqualTo("two-octet-paths");

        router = connect(TestRules.with(Sources.AUTO), false);
        play(bmp.peerUp(List.of()));
        play(bmp.monitor(PerPeerHeader.FLAG_TWO_OCTET_AS, path("192.0.2.96/28", List.of(List.of(400_000L)))));
        assertThat(paths(PRE)).contains("400000");
        assertThat(warning()).isEqualTo("four-octet-paths");
    }

    @Test
    void unusualAsNumbersDecideOnlyWithoutEvidence() {
        // One segment of two AS numbers of four bytes, or two segments of AS numbers of two bytes.
        Update ambiguous = path("192.0.2.64/28", List.of(List.of(0x006400c8L, 0x0201012cL)));
        play(bmp.peerUp(List.of()), bmp.monitor(0, ambiguous));
        tickFor(2);
        assertThat(paths(PRE)).containsExactly("100 200 300");

        router = connect(TestRules.with(Sources.AUTO), false);
        play(bmp.peerUp(List.of()), bmp.announce("10.0.0.0/8"), bmp.monitor(0, ambiguous));
        assertThat(last().getAsPathList()).containsExactly(0x006400c8, 0x0201012c);
        assertThat(warning()).isEmpty();
    }

    @Test
    void mirroredMessagesKeepTheEncodingOfTheOpens() {
        play(bmp.peerUp(List.of()), bmp.mirror(twoOctets.bgp(path("192.0.2.64/28", List.of(List.of(100L, 200L))))));
        assertThat(last().getFindingsList()).isNotEmpty();
        assertThat(last().getAsPathList()).isEmpty();
        assertThat(warning()).isEmpty();
    }

    @Test
    void usesAllReadableUpdatesOfAMessage() {
        Bytes one = bmp.bgp(bmp.plain("192.0.2.64/28"));
        Bytes two = bmp.bgp(bmp.plain("192.0.2.80/28"));
        play(bmp.peerUp(), monitoring(one.concat(two)));
        assertThat(prefixes(PRE)).containsExactly("192.0.2.64/28 0", "192.0.2.80/28 0");
        assertThat(out.rejects).isEmpty();
        assertThat(warning()).isEqualTo("extra-bytes");

        router = connect(TestRules.with(Sources.AUTO), false);
        play(bmp.peerUp(), monitoring(bmp.bgp(bmp.plain("192.0.2.96/28")).concat(Bytes.fromHex("00000000"))));
        assertThat(prefixes(PRE)).contains("192.0.2.96/28 0");
        assertThat(out.rejects)
                .singleElement()
                .satisfies(r -> assertThat(r.getCode()).isEqualTo("TRAILING_BYTES"));
        assertThat(warning()).isEqualTo("extra-bytes");
    }

    private Bytes monitoring(Bytes bgp) {
        return BmpCodec.encode(new RouteMonitoring(bmp.header(0), bgp));
    }

    private static List<Nlri> nlri(int pathId, String prefix) {
        return List.of(new Nlri(pathId, Prefix.parse(prefix)));
    }

    private static Update path(String prefix, List<List<Long>> segments) {
        List<AsPath.Segment> all = segments.stream()
                .map(s -> new AsPath.Segment(AsPath.AS_SEQUENCE, s))
                .toList();
        return new Update(
                List.of(),
                List.of(new Origin(0x40, 0), new AsPath(0x40, all), new NextHop(0x40, Bmp.PEER)),
                Bmp.nlri(prefix),
                List.of());
    }

    private String warning() {
        return out.session(PRE).getTableWarning();
    }

    private Set<String> prefixes(SessionId session) {
        return out.live(session).keySet().stream()
                .map(ContradictoryEncodingTest::text)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<String> paths(SessionId session) {
        return out.live(session).values().stream()
                .map(a -> a.getAsPathList().stream()
                        .map(asn -> "" + Integer.toUnsignedLong(asn))
                        .collect(Collectors.joining(" ")))
                .sorted(java.util.Comparator.comparing((String p) -> p.isEmpty())
                        .thenComparing(p -> p))
                .toList();
    }

    private static String text(RouteKey key) {
        return key.prefix() + " " + Integer.toUnsignedLong((int) key.pathId());
    }
}
