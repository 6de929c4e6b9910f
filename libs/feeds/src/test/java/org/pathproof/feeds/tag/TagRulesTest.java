// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.override.PathTables;
import org.pathproof.feeds.path.AnnouncedPath;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.Aggregator;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.ExtendedCommunities;
import org.pathproof.wire.bgp.LargeCommunities;
import org.pathproof.wire.bgp.LargeCommunities.LargeCommunity;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MultiExitDisc;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.UnknownAttribute;

class TagRulesTest {
    private static final TagRules RULES =
            new TagRules(TestPolicy.of(PolicyKind.TAG).policy(), TestPolicy.SPEAKERS::announced);

    @Test
    void addsTheStatesAndRemovesForgedOnes() {
        RouteStates states = new RouteStates(PathState.NOT_VALID, OriginState.INVALID, AspaState.UNKNOWN, false);
        LargeCommunity foreign = new LargeCommunity(64500, 33, 1);
        LargeCommunity forged = new LargeCommunity(64496, 36, 1);
        RouteAttributes tagged = best(TestPath.of(1)
                .states(states)
                .with(new LargeCommunities(0xc0, List.of(forged, foreign)))
                .with(new ExtendedCommunities(0xc0, List.of(0x4300_0000_0000_0000L, 0x0002_fbf0_0000_0001L))));
        assertThat(tagged.find(LargeCommunities.class).orElseThrow().values())
                .containsExactly(
                        foreign,
                        new LargeCommunity(64496, 33, 2),
                        new LargeCommunity(64496, 34, 2),
                        new LargeCommunity(64496, 35, 3));
        assertThat(tagged.find(ExtendedCommunities.class).orElseThrow().values())
                .containsExactly(0x0002_fbf0_0000_0001L, 0x4300_0000_0000_0002L);
        assertThat(tagged.localPreference()).hasValue(100);
    }

    @Test
    void callsStaleStatesUnverified() {
        RouteAttributes tagged = best(TestPath.of(1)
                .states(new RouteStates(PathState.NOT_VALID, OriginState.INVALID, AspaState.UNKNOWN, true)));
        assertThat(tagged.find(LargeCommunities.class).orElseThrow().values())
                .startsWith(new LargeCommunity(64496, 33, 5), new LargeCommunity(64496, 34, 5));
        assertThat(tagged.find(ExtendedCommunities.class)).isEmpty();
    }

    /** RFC 4271 section 5 for unknown attributes; RFC 8205 section 4.4 for BGPsec_PATH. */
    @Test
    void passesUnknownTransitiveAttributesOnWithThePartialBit() {
        RouteAttributes tagged = best(TestPath.of(1)
                .with(new UnknownAttribute(0xc0, 99, Bytes.fromHex("01")))
                .with(new UnknownAttribute(0x80, 26, Bytes.fromHex("02")))
                .with(new BgpsecPath(0x80, Bytes.fromHex("03"))));
        assertThat(tagged.list()).contains(new UnknownAttribute(0xe0, 99, Bytes.fromHex("01")));
        assertThat(tagged.list()).extracting(PathAttribute::typeCode).doesNotContain(26, PathAttribute.BGPSEC_PATH);
    }

    @Test
    void leavesOutPathsWithMalformedOrMissingAttributes() {
        assertThat(announcements(TestPath.of(1).without(PathAttribute.ORIGIN))).isEmpty();
        assertThat(announcements(TestPath.of(1).without(PathAttribute.AS_PATH))).isEmpty();
        assertThat(announcements(TestPath.of(1)
                        .with(new UnknownAttribute(0xc0, PathAttribute.COMMUNITIES, Bytes.fromHex("01")))))
                .isEmpty();
        assertThat(announcements(TestPath.of(1).with(new UnknownAttribute(0x40, 99, Bytes.EMPTY))))
                .isEmpty();
        assertThat(announcements(
                        TestPath.of(1).with(new UnknownAttribute(0xc0, PathAttribute.AGGREGATOR, Bytes.fromHex("01")))))
                .as("RFC 7606 section 7.7 discards it")
                .hasSize(2);
    }

    /** RFC 7607 section 2, RFC 9774 section 3, RFC 5065 section 5. */
    @Test
    void leavesOutPathsThatNobodyMayPropagate() {
        assertThat(announcements(TestPath.of(1).asPath(64501, 0, 64510))).isEmpty();
        assertThat(announcements(TestPath.of(1).asPath(64501, 0))).isEmpty();
        assertThat(announcements(TestPath.of(1).with(segments(AsPath.AS_SEQUENCE, AsPath.AS_SET))))
                .isEmpty();
        TestPath confederation = TestPath.of(1).with(segments(AsPath.AS_CONFED_SEQUENCE, AsPath.AS_SEQUENCE));
        assertThat(announcements(confederation)).as("from outside").isEmpty();
        assertThat(announcements(confederation.relation(PeerRelation.CONFEDERATION_MEMBER)))
                .hasSize(2);
        assertThat(announcements(confederation.relation(PeerRelation.INTERNAL))).hasSize(2);
        assertThat(announcements(TestPath.of(1).internal().with(segments(AsPath.AS_CONFED_SET, AsPath.AS_SEQUENCE))))
                .isEmpty();
    }

    @Test
    void leavesOutNextHopsThatAreNoHosts() {
        for (String address : List.of("00000000", "00000001", "7f000001", "e0000001", "ffffffff")) {
            assertThat(announcements(
                            TestPath.of(1).with(new NextHop(PathAttribute.FLAG_TRANSITIVE, Bytes.fromHex(address)))))
                    .as(address)
                    .isEmpty();
        }
        TestPath ipv6 = TestPath.of(1).prefix("2001:db8::/32").without(PathAttribute.NEXT_HOP);
        for (String address : List.of("00", "ff")) {
            assertThat(announcements(ipv6.with(ipv6(Bytes.fromHex(address.repeat(16))))))
                    .as(address)
                    .isEmpty();
        }
    }

    /** RFC 7607 section 2, RFC 7606 section 7.7. */
    @Test
    void discardsAnAggregatorWithAs0() {
        assertThat(best(TestPath.of(1).with(aggregator(0))).find(Aggregator.class))
                .isEmpty();
        assertThat(best(TestPath.of(1).with(aggregator(64511))).find(Aggregator.class))
                .isPresent();
    }

    /** RFC 4271 section 4.3. */
    @Test
    void clearsThePartialBitOfWellKnownAttributes() {
        int flags = PathAttribute.FLAG_TRANSITIVE | PathAttribute.FLAG_PARTIAL;
        RouteAttributes tagged = best(TestPath.of(1).with(new Origin(flags, 1)).with(new MultiExitDisc(0xa0, 7)));
        assertThat(tagged.find(Origin.class)).contains(new Origin(PathAttribute.FLAG_TRANSITIVE, 1));
        assertThat(tagged.find(MultiExitDisc.class)).contains(new MultiExitDisc(PathAttribute.FLAG_OPTIONAL, 7));
    }

    private static AsPath segments(int first, int second) {
        return new AsPath(
                PathAttribute.FLAG_TRANSITIVE,
                List.of(new AsPath.Segment(first, List.of(64501L)), new AsPath.Segment(second, List.of(64510L))));
    }

    private static Aggregator aggregator(long asn) {
        return new Aggregator(0xc0, PathAttribute.AGGREGATOR, asn, TestPath.address(9));
    }

    @Test
    void announcesTheGlobalIpv6NextHopOnly() {
        Bytes global = Bytes.fromHex("20010db8000000000000000000000001");
        Bytes linkLocal = Bytes.fromHex("fe800000000000000000000000000001");
        TestPath path = TestPath.of(1).prefix("2001:db8::/32").without(PathAttribute.NEXT_HOP);
        assertThat(best(path.with(ipv6(global.concat(linkLocal)))).nextHop()).contains(global);
        assertThat(announcements(path.with(ipv6(linkLocal)))).isEmpty();
    }

    /** RFC 4456 section 8. */
    @Test
    void reflectsPathsOfInternalPeers() {
        RouteAttributes tagged = best(TestPath.of(9).internal());
        assertThat(tagged.find(OriginatorId.class).orElseThrow().routerId()).isEqualTo(Bytes.fromHex("00000009"));
        assertThat(tagged.find(ClusterList.class).orElseThrow().clusterIds()).containsExactly(TestPolicy.CLUSTER);
        assertThat(best(TestPath.of(9)).find(ClusterList.class)).isEmpty();
    }

    @Test
    void announcesNothingUnderOtherPolicies() {
        for (PolicyKind kind : PolicyKind.values()) {
            TagRules rules = new TagRules(TestPolicy.of(kind).policy(), path -> false);
            assertThat(rules.announcements(List.of(TestPath.of(1).path())).isEmpty())
                    .as(kind.label())
                    .isEqualTo(kind != PolicyKind.TAG);
        }
        assertThat(RULES.announcements(List.of(TestPath.of(250).internal().path())))
                .as("a route of Pathproof")
                .isEmpty();
    }

    /** Identifiers stay the same when other paths are added or removed, in any order of input. */
    @Property
    void identifiersAreStable(@ForAll("tables") List<CandidatePath> paths, @ForAll long seed) {
        var all = RULES.announcements(paths);
        List<CandidatePath> shuffled = new ArrayList<>(paths);
        Collections.shuffle(shuffled, new Random(seed));
        assertThat(RULES.announcements(shuffled)).isEqualTo(all);
        assertThat(all).hasSize(paths.isEmpty() ? 0 : paths.size() + 1);
        Set<Long> alone = new HashSet<>();
        paths.forEach(path -> alone.addAll(RULES.announcements(List.of(path)).keySet()));
        assertThat(all.keySet()).isEqualTo(alone);
    }

    @Provide
    Arbitrary<List<CandidatePath>> tables() {
        return PathTables.paths(Arbitraries.just("203.0.113.0/24"))
                .list()
                .ofMaxSize(6)
                .uniqueElements(CandidatePath::key);
    }

    private static RouteAttributes best(TestPath path) {
        RouteAttributes best = Objects.requireNonNull(
                        RULES.announcements(List.of(path.path())).get(0L))
                .attributes();
        assertThat(best.find(AsPath.class)).isPresent();
        return best;
    }

    private static Map<Long, AnnouncedPath> announcements(TestPath path) {
        return RULES.announcements(List.of(path.path()));
    }

    private static MpReach ipv6(Bytes nextHop) {
        return new MpReach(0x80, AfiSafi.IPV6_UNICAST, nextHop, List.of(), Bytes.EMPTY);
    }
}
