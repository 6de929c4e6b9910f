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
import org.pathproof.feeds.override.NetworkOverrides;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.override.RouterOverrides;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.Peer;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.policy.Acceptance;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.feeds.policy.FlapAction;
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
import org.pathproof.network.model.RouterPlan;
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

/** Tests that the product decides as the strategy {@code all-best-borders} of the model, without its preflight. */
class ProductRulesTest {
    private static final int ADDRESSES = 0x0a00_0001;
    private static final Prefix PREFIX = Prefix.parse("203.0.113.0/24");
    private static final FeedNumbers NUMBERS = new FeedNumbers(64_496, 33, id(NetworkView.FEED_CLUSTER));
    private static final FeedSpeakers SPEAKERS =
            new FeedSpeakers(Set.of(), Set.of(NetworkView.FEED_IDENTIFIER), id(NetworkView.FEED_CLUSTER));
    private static final RouterPolicy POLICY = new RouterPolicy(
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
                    new FlapDamping(Duration.ofMinutes(1), 1_000_000_000, 1_000, FlapAction.KEEP)),
            List.of());

    private static final Set<Reason> EVIDENCE =
            Set.of(Reason.BORDER_NOT_MONITORED, Reason.BORDER_NEXT_HOP, Reason.BORDER_REFLECTION);

    private int overrides;
    private int stopped;

    private static Bytes id(int value) {
        return new ByteWriter().u32(value).toBytes();
    }

    @Test
    void productDecidesAsTheStrategyOfTheModel() {
        OverrideStrategy compared = new OverrideStrategy() {
            @Override
            public String name() {
                return "compared";
            }

            @Override
            public Map<Integer, RouteOverride> decide(NetworkView view) {
                Map<Integer, RouteOverride> decided = Strategies.ALL_BEST_BORDERS_UNCHECKED.decide(view);
                Map<String, String> ofModel = new TreeMap<>();
                decided.forEach((router, override) -> ofModel.put(nameOf(router), text(override)));
                Map<String, RouterOverrides> product = product(view);
                Map<String, String> ofProduct = new TreeMap<>();
                product.forEach((name, router) ->
                        router.active().values().forEach(override -> ofProduct.put(name, text(override.attributes()))));
                if (product.values().stream().anyMatch(ProductRulesTest::isStoppedByEvidence)) {
                    stopped++;
                    assertThat(ofProduct).isEmpty();
                } else {
                    assertThat(ofProduct).isEqualTo(ofModel);
                    overrides += ofProduct.size();
                }
                return decided;
            }
        };
        for (int seed = 0; seed < 150; seed++) {
            Simulation.withFeeds(RandomNetworks.of(seed, 50), compared);
        }
        assertThat(overrides).isGreaterThan(1_000);
        assertThat(stopped).isGreaterThan(100);
    }

    /** Returns true if paths over iBGP show a reason to have no overrides, which the strategy does not look for. */
    private static boolean isStoppedByEvidence(RouterOverrides router) {
        return router.blocked().values().stream().map(None::reason).anyMatch(EVIDENCE::contains);
    }

    private static String nameOf(int router) {
        return "r" + router;
    }

    /** Returns the routers of the product, which know what the view has of the monitored routers. */
    private static Map<String, RouterOverrides> product(NetworkView view) {
        NetworkOverrides network = new NetworkOverrides(SPEAKERS);
        Map<String, RouterOverrides> routers = new TreeMap<>();
        for (int index = 0; index < view.plan().routers().size(); index++) {
            RouterPlan plan = view.router(index);
            if (!plan.monitored()) {
                continue;
            }
            RouterOverrides router = network.add(nameOf(index), POLICY);
            router.setIdentifiers(Set.of(plan.identifier()));
            router.setObstacle(plan.fed() ? Optional.empty() : Optional.of(Reason.BORDER_NOT_FED));
            view.paths(index).forEach(path -> router.put(candidate(path)));
            routers.put(nameOf(index), router);
        }
        network.advance(Instant.EPOCH);
        return routers;
    }

    private static String text(RouteAttributes attributes) {
        int address =
                (int) attributes.find(NextHop.class).orElseThrow().address().u32(0) - ADDRESSES;
        return "lp=" + attributes.localPreference().orElseThrow() + " next-hop=" + address + " length="
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
                        .orElse(List.of());
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
                    path.clusterList().stream().map(ProductRulesTest::id).toList()));
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
