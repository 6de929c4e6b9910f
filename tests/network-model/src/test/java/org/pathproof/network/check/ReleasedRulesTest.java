// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.override.FeedSpeakers;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideRules;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.Peer;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.policy.Acceptance;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.feeds.policy.FlapDamping;
import org.pathproof.feeds.policy.NoAlternative;
import org.pathproof.feeds.policy.OverrideLimits;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.feeds.policy.RouterGroup;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.network.model.NetworkView;
import org.pathproof.network.model.OverrideStrategy;
import org.pathproof.network.model.PeerKind;
import org.pathproof.network.model.RouteOverride;
import org.pathproof.network.model.SeenPath;
import org.pathproof.network.model.Simulation;
import org.pathproof.network.strategy.Strategies;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MultiExitDisc;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;

/** Tests that the strategy of release 0.1 in the model decides as {@link OverrideRules} does. */
class ReleasedRulesTest {
    private static final int ADDRESSES = 0x0a00_0001;
    private static final Prefix PREFIX = Prefix.parse("203.0.113.0/24");
    private static final FeedNumbers NUMBERS = new FeedNumbers(64_496, 33, id(NetworkView.FEED_CLUSTER));
    private static final OverrideRules RULES = new OverrideRules(
            new RouterPolicy(
                    true,
                    Optional.of(NUMBERS),
                    new RouterGroup(
                            "border",
                            List.of(),
                            PolicyKind.REJECT_NOT_VALID,
                            new Acceptance(Set.of(Refusal.MALFORMED)),
                            NoAlternative.KEEP,
                            false,
                            OptionalLong.empty(),
                            100,
                            new OverrideLimits(1_000_000, 1_000_000, Duration.ofSeconds(1)),
                            new FlapDamping(Duration.ofMinutes(1), 1_000_000_000, 1_000)),
                    List.of()),
            new FeedSpeakers(Set.of(), Set.of(NetworkView.FEED_IDENTIFIER), id(NetworkView.FEED_CLUSTER)));

    private int overrides;

    private static Bytes id(int value) {
        return new ByteWriter().u32(value).toBytes();
    }

    @Test
    void strategyOfTheReleaseIsThatOfTheProduct() {
        OverrideStrategy compared = new OverrideStrategy() {
            @Override
            public String name() {
                return "compared";
            }

            @Override
            public Map<Integer, RouteOverride> decide(NetworkView view) {
                Map<Integer, RouteOverride> decided = Strategies.ABOVE_ALL.decide(view);
                Map<Integer, Object> expected = new TreeMap<>();
                view.fed()
                        .forEach(router -> released(view.paths(router)).ifPresent(text -> expected.put(router, text)));
                Map<Integer, Object> actual = new TreeMap<>();
                decided.forEach((router, override) -> actual.put(router, text(override)));
                assertThat(actual).isEqualTo(expected);
                overrides += decided.size();
                return decided;
            }
        };
        for (int seed = 0; seed < 150; seed++) {
            Simulation.withFeeds(RandomNetworks.of(seed, 50), compared);
        }
        assertThat(overrides).isGreaterThan(1_000);
    }

    /** Returns the override of the product as text; empty if there is none. */
    private static Optional<String> released(List<SeenPath> paths) {
        List<CandidatePath> candidates =
                paths.stream().map(ReleasedRulesTest::candidate).toList();
        if (!(RULES.decide(candidates, false, Instant.EPOCH) instanceof Announce announce)) {
            return Optional.empty();
        }
        RouteAttributes attributes = announce.attributes();
        int address =
                (int) attributes.find(NextHop.class).orElseThrow().address().u32(0) - ADDRESSES;
        return Optional.of("lp=" + attributes.localPreference().orElseThrow() + " next-hop=" + address + " length="
                + attributes.asPathLength() + " originator="
                + attributes
                        .find(OriginatorId.class)
                        .map(originator -> originator.routerId().u32(0))
                        .orElse(0L)
                + " clusters="
                + attributes
                        .find(ClusterList.class)
                        .map(list -> list.clusterIds().stream()
                                .map(cluster -> (int) cluster.u32(0))
                                .toList())
                        .orElse(List.of()));
    }

    private static String text(RouteOverride override) {
        return "lp=" + override.localPref() + " next-hop=" + override.nextHop() + " length="
                + override.source().length() + " originator=" + override.originatorId() + " clusters="
                + override.clusterList();
    }

    private static CandidatePath candidate(SeenPath path) {
        boolean external = path.kind() == PeerKind.EXTERNAL;
        List<PathAttribute> attributes = new ArrayList<>();
        attributes.add(
                new Origin(PathAttribute.FLAG_TRANSITIVE, path.route().source().origin()));
        attributes.add(new AsPath(PathAttribute.FLAG_TRANSITIVE, segments(path)));
        attributes.add(new NextHop(
                PathAttribute.FLAG_TRANSITIVE, id(ADDRESSES + path.route().nextHop())));
        if (path.route().source().med() >= 0) {
            attributes.add(new MultiExitDisc(
                    PathAttribute.FLAG_OPTIONAL, path.route().source().med()));
        }
        if (path.localPref() != SeenPath.UNKNOWN) {
            attributes.add(new LocalPref(PathAttribute.FLAG_TRANSITIVE, path.localPref()));
        }
        if (path.route().originatorId() != 0) {
            attributes.add(new OriginatorId(
                    PathAttribute.FLAG_OPTIONAL, id(path.route().originatorId())));
        }
        if (!path.clusterList().isEmpty() && path.kind() == PeerKind.INTERNAL) {
            attributes.add(new ClusterList(
                    PathAttribute.FLAG_OPTIONAL,
                    path.clusterList().stream().map(ReleasedRulesTest::id).toList()));
        }
        PeerRelation relation = switch (path.kind()) {
            case EXTERNAL -> PeerRelation.EXTERNAL;
            case CONFEDERATION -> PeerRelation.CONFEDERATION_MEMBER;
            case INTERNAL -> PeerRelation.INTERNAL;
        };
        return new CandidatePath(
                new Peer(
                        PeerKey.of(id(ADDRESSES + path.key().neighbor())),
                        external ? path.route().source().neighborAs() : 64_496,
                        path.peerIdentifier(),
                        relation),
                path.key().pathId(),
                PREFIX,
                RouteAttributes.of(attributes),
                RouteStates.of(
                        path.refused()
                                ? PathState.NOT_VALID
                                : path.route().signed() ? PathState.VALID : PathState.UNSIGNED),
                true);
    }

    private static List<AsPath.Segment> segments(SeenPath path) {
        List<Long> asns = new ArrayList<>();
        asns.add((long) path.route().source().neighborAs());
        for (int hop = 1; hop < path.route().source().length(); hop++) {
            asns.add(65_100L + hop);
        }
        AsPath.Segment sequence = new AsPath.Segment(AsPath.AS_SEQUENCE, asns);
        List<Integer> members = path.route().memberAses();
        return members.isEmpty()
                ? List.of(sequence)
                : List.of(
                        new AsPath.Segment(
                                AsPath.AS_CONFED_SEQUENCE,
                                members.stream().map(member -> 64_900L + member).toList()),
                        sequence);
    }
}
