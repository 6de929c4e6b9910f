// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.feeds.TestPolicy.NOW;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.NoAcceptedPath;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.FlapAction;
import org.pathproof.feeds.policy.FlapDamping;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.LargeCommunities;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;

/** Tests decisions about two or more routers of one AS (docs/adr/0078-overrides-at-the-best-borders.md). */
class NetworkOverridesTest {
    private static final int ID_OF_R1 = 0x0a00_0001;
    private static final int ID_OF_R2 = 0x0a00_0002;
    /** Number of the peer that is router r1; a peer has its number as BGP Identifier. */
    private static final int PEER_R1 = 7;

    private final NetworkOverrides network = new NetworkOverrides(TestPolicy.SPEAKERS);
    private final RouterOverrides r1 =
            router("r1", Set.of(ID_OF_R1, PEER_R1), TestPolicy.overriding().policy());
    private final RouterOverrides r2 =
            router("r2", Set.of(ID_OF_R2), TestPolicy.overriding().policy());
    private final Map<String, RouteAttributes> announced = new TreeMap<>();
    private Instant now = NOW;

    private RouterOverrides router(String name, Set<Integer> identifiers, RouterPolicy policy) {
        RouterOverrides router = network.add(name, policy);
        router.setIdentifiers(identifiers);
        return router;
    }

    /** Decides, and returns LOCAL_PREF of the override at each router. */
    private Map<String, Long> decide() {
        network.advance(now)
                .forEach((router, changes) -> changes.forEach(change -> change.attributes()
                        .ifPresentOrElse(
                                attributes -> announced.put(router.name(), attributes),
                                () -> announced.remove(router.name()))));
        Map<String, Long> preferences = new TreeMap<>();
        announced.forEach((router, attributes) ->
                preferences.put(router, attributes.localPreference().orElseThrow()));
        return preferences;
    }

    /** Decides as {@link #decide} when no override stays for others any more. */
    private Map<String, Long> decideInTheEnd() {
        decide();
        now = now.plus(LastOverrides.LONGEST);
        return decide();
    }

    /** Returns the communities of the override at a router. */
    private LargeCommunities communities(String router) {
        return Objects.requireNonNull(announced.get(router))
                .find(LargeCommunities.class)
                .orElseThrow();
    }

    private static TestPath bad(int peer) {
        return TestPath.of(peer).state(PathState.NOT_VALID);
    }

    private static OverrideDecision decision(RouterOverrides router) {
        return router.explain(TestPath.PREFIX, NOW).orElseThrow().decision();
    }

    @Test
    void thePathIsAnnouncedOnlyWhereItEnters() {
        r1.put(bad(1).path());
        r2.put(TestPath.of(2).path());
        assertThat(decide()).isEqualTo(Map.of("r2", 101L));
        assertThat(decision(r1)).isEqualTo(None.of(Reason.OTHER_BORDER, "r2"));
        assertThat(decision(r2))
                .isInstanceOfSatisfying(
                        Announce.class,
                        announce -> assertThat(announce.overridden().router()).isEqualTo("r1"));
        r1.remove(TestPath.PREFIX, bad(1).path().key());
        assertThat(decide()).isEmpty();
    }

    @Test
    void allBestPathsGetTheSameLocalPreference() {
        r1.put(bad(1).localPreference(300).path());
        r1.put(TestPath.of(3).localPreference(200).path());
        r2.put(TestPath.of(2).localPreference(200).path());
        r2.put(TestPath.of(4).localPreference(200).asPath(64504, 1, 64510).path());
        assertThat(decide()).isEqualTo(Map.of("r1", 301L, "r2", 301L));
    }

    /** LOCAL_PREF acts in the whole AS: a router must not lose a better path because of another router. */
    @Test
    void anOverrideNeverBeatsABetterAcceptedPathElsewhere() {
        r1.put(bad(1).path());
        r1.put(TestPath.of(3).asPath(1, 2, 3, 4).path());
        r2.put(TestPath.of(2).path());
        assertThat(decide()).isEqualTo(Map.of("r2", 101L));
        r2.remove(TestPath.PREFIX, TestPath.of(2).path().key());
        assertThat(decide()).isEqualTo(Map.of("r1", 101L));
    }

    @Test
    void isNotNeededIfTheRefusedPathLosesElsewhere() {
        r1.put(bad(1).asPath(1, 2, 3).path());
        r2.put(TestPath.of(2).path());
        assertThat(decide()).isEmpty();
        assertThat(decision(r1)).isEqualTo(None.of(Reason.NOT_NEEDED));
    }

    /** Otherwise routers would raise LOCAL_PREF against each other without end. */
    @Test
    void pathsOverIbgpAreNoInput() {
        r1.put(bad(1).path());
        r2.put(TestPath.of(2).path());
        assertThat(decide()).isEqualTo(Map.of("r2", 101L));
        r1.put(TestPath.of(9)
                .internal()
                .localPreference(101)
                .with(originator(0xfb))
                .with(communities("r2"))
                .path());
        r1.put(TestPath.of(8)
                .internal()
                .localPreference(500)
                .with(originator(ID_OF_R2))
                .path());
        assertThat(decide()).isEqualTo(Map.of("r2", 101L));
        assertThat(r1.explain(TestPath.PREFIX, NOW).orElseThrow().paths())
                .extracting(path -> path.role().label())
                .containsExactly("refused", "internal", "feed");
    }

    private static OriginatorId originator(int identifier) {
        return new OriginatorId(PathAttribute.FLAG_OPTIONAL, Bytes.fromHex(String.format("%08x", identifier)));
    }

    @Test
    void noneIsAnnouncedIfOneBestPathEntersAtARouterWithoutOverrides() {
        r1.put(bad(1).path());
        r1.put(TestPath.of(3).path());
        r2.put(TestPath.of(2).path());
        assertThat(decide()).containsOnlyKeys("r1", "r2");
        r2.setObstacle(Optional.of(Reason.BORDER_NOT_FED));
        assertThat(decideInTheEnd()).isEmpty();
        assertThat(decision(r1)).isEqualTo(None.of(Reason.BORDER_NOT_FED, "r2"));
        assertThat(r1.blocked()).containsEntry(TestPath.PREFIX, None.of(Reason.BORDER_NOT_FED, "r2"));
        assertThat(r1.counts().blocked()).isEqualTo(1);
        r2.setObstacle(Optional.empty());
        r2.setPolicy(TestPolicy.of(PolicyKind.OBSERVE).policy());
        assertThat(decide()).isEmpty();
        assertThat(decision(r1)).isEqualTo(None.of(Reason.BORDER_POLICY, "r2"));
        r2.remove(TestPath.PREFIX, TestPath.of(2).path().key());
        assertThat(decide()).as("the best path of r2 is gone").containsOnlyKeys("r1");
        assertThat(r1.blocked()).isEmpty();
    }

    @Test
    void aSessionThatIsDownStopsOverridesOfOtherRoutersOnly() {
        r1.put(bad(1).path());
        r1.put(TestPath.of(3).path());
        r1.setObstacle(Optional.of(Reason.BORDER_SESSION_DOWN));
        assertThat(decide()).as("waits for the session").containsOnlyKeys("r1");
        r2.put(TestPath.of(2).path());
        assertThat(decide()).isEmpty();
        assertThat(decision(r2)).isEqualTo(None.of(Reason.BORDER_SESSION_DOWN, "r1"));
    }

    @Test
    void aRouterThatSendsExternalPathsAndIsNotMonitoredStopsAllOverrides() {
        r1.put(bad(1).path());
        r2.put(TestPath.of(2).path());
        CandidatePath ofUnmonitored = TestPath.of(8)
                .prefix("10.0.0.0/8")
                .internal()
                .with(originator(0x0a00_0009))
                .path();
        r1.put(ofUnmonitored);
        assertThat(decide()).isEmpty();
        assertThat(decision(r2)).isEqualTo(None.of(Reason.BORDER_NOT_MONITORED, "10.0.0.9"));
        r1.remove(ofUnmonitored.prefix(), ofUnmonitored.key());
        assertThat(decide()).containsOnlyKeys("r2");
    }

    @Test
    void theRoutesOfALostRouterAreNoInput() {
        r1.put(bad(1).path());
        r2.put(TestPath.of(2).path());
        r2.put(bad(4).path());
        r2.suspend(Suspension.ROUTER_LOST);
        assertThat(decide()).isEmpty();
        assertThat(decision(r1)).isInstanceOf(NoAcceptedPath.class);
        assertThat(decision(r2)).isEqualTo(None.of(Reason.SUSPENDED));
        r1.put(TestPath.of(9)
                .prefix("10.0.0.0/8")
                .internal()
                .with(originator(ID_OF_R2))
                .path());
        r1.put(TestPath.of(3).path());
        assertThat(decide()).as("r2 lives, and Pathproof does not see it").isEmpty();
        assertThat(decision(r1)).isEqualTo(None.of(Reason.BORDER_NOT_MONITORED, "10.0.0.2"));
        r2.resume(Suspension.ROUTER_LOST);
        assertThat(decide()).containsOnlyKeys("r1", "r2");
    }

    @Test
    void aPathWithoutPublishedAttributesStopsThePrefix() {
        r1.put(bad(1).path());
        r1.put(TestPath.of(3).path());
        CandidatePath hidden = TestPath.of(2).path();
        r2.hide(hidden.prefix(), hidden.key(), hidden.states());
        assertThat(decide()).isEmpty();
        assertThat(decision(r1)).isEqualTo(None.of(Reason.PATH_HIDDEN, "r2"));
        r2.removePeer(hidden.peer().key());
        assertThat(decide()).containsOnlyKeys("r1");
    }

    @Test
    void aRefusedPathWithoutPublishedAttributesStopsThePrefix() {
        r1.put(TestPath.of(3).path());
        CandidatePath hidden = bad(2).path();
        r2.hide(hidden.prefix(), hidden.key(), hidden.states());
        assertThat(decide()).isEmpty();
        assertThat(decision(r1)).isEqualTo(None.of(Reason.PATH_HIDDEN, "r2"));
        r2.hide(hidden.prefix(), hidden.key(), TestPath.of(2).path().states());
        assertThat(decide()).isEmpty();
        assertThat(decision(r1)).isEqualTo(None.of(Reason.ALL_ACCEPTED));
    }

    /** The post-policy view of r2 cannot show these paths. */
    @Test
    void pathsThatARouterCannotShowCount() {
        TestPath accepted = TestPath.of(2).prePolicy();
        r1.put(TestPath.of(3).asPath(1, 2, 3).path());
        r2.setUnshown(
                TestPath.PREFIX,
                TestPath.of(2).path().peer().key(),
                List.of(bad(2).prePolicy().asPath(1, 2, 3, 4).path()),
                Optional.empty());
        assertThat(decide()).as("LOCAL_PREF of the refused path is not known").isEqualTo(Map.of("r1", 101L));
        r2.setUnshown(
                TestPath.PREFIX,
                TestPath.of(2).path().peer().key(),
                List.of(
                        bad(2).prePolicy().asPath(1, 2, 3, 4).path(),
                        accepted.pathId(2).path()),
                Optional.empty());
        assertThat(decide()).as("the override would beat a better path").isEmpty();
        assertThat(decision(r1)).isEqualTo(None.of(Reason.PATH_HIDDEN, "r2"));
        r2.removePeer(TestPath.of(2).path().peer().key());
        assertThat(decision(r1)).isEqualTo(None.of(Reason.ALL_ACCEPTED));
    }

    /** A path that the router did not use is followed by the next one, until the path changes. */
    @Test
    void anUnusedPathIsFollowedByTheNextOne() {
        r1.put(bad(1).path());
        r1.put(TestPath.of(3).path());
        r2.put(TestPath.of(2).asPath(1, 2, 3).path());
        assertThat(decide()).containsOnlyKeys("r1");
        r1.setUnusable(TestPath.PREFIX, Set.of(TestPath.of(3).path().key()));
        assertThat(decide()).containsOnlyKeys("r2");
        r1.put(TestPath.of(3).multiExitDisc(7).path());
        assertThat(decideInTheEnd()).as("the path changed").containsOnlyKeys("r1");
        r1.setUnusable(TestPath.PREFIX, Set.of(TestPath.of(3).path().key()));
        r2.removePeer(TestPath.of(2).path().peer().key());
        assertThat(decide()).isEmpty();
        assertThat(decision(r1)).isInstanceOf(NoAcceptedPath.class);
    }

    @Test
    void routersOfAnotherAsAreAnotherNetwork() {
        r2.setAs(OptionalLong.of(65_000));
        r1.put(bad(1).path());
        r1.put(TestPath.of(3).path());
        r2.put(TestPath.of(2).path());
        assertThat(decide()).containsOnlyKeys("r1");
        assertThat(r2.explain(TestPath.PREFIX, NOW).orElseThrow().elsewhere()).isEmpty();
        r2.setAs(OptionalLong.empty());
        assertThat(decide()).containsOnlyKeys("r1", "r2");
    }

    /** The limits of all routers apply to a prefix together. */
    @Test
    void anOverrideWaitsUntilAllItsRoutersHaveRoom() {
        RouterPolicy one =
                TestPolicy.overriding().limits(1, 100, Duration.ofSeconds(10)).policy();
        r2.setPolicy(one);
        for (String prefix : List.of("198.51.100.0/24", "203.0.113.0/24")) {
            r1.put(bad(1).prefix(prefix).path());
            r1.put(TestPath.of(3).prefix(prefix).path());
            r2.put(TestPath.of(2).prefix(prefix).path());
        }
        decide();
        assertThat(r1.active()).hasSize(1);
        assertThat(r2.active()).hasSize(1);
        assertThat(r1.counts().waiting()).isEqualTo(1);
        assertThat(r2.counts().waiting()).isEqualTo(1);
        r2.removePeer(TestPath.of(2).path().peer().key());
        decide();
        assertThat(r1.active()).hasSize(2);
        assertThat(r2.active()).isEmpty();
        assertThat(r1.counts().waiting()).isZero();
    }

    /** FRR shows no LOCAL_PREF that its import policy sets: the refused path may have the highest one. */
    @Test
    void aRefusedPathWithoutKnownLocalPreferenceIsAThreat() {
        r1.put(bad(1).asPath(1, 2, 3).path());
        r2.put(TestPath.of(2).path());
        assertThat(decide()).isEmpty();
        r1.setHidesLocalPreference(true);
        assertThat(decide()).isEqualTo(Map.of("r2", 101L));
        r1.put(bad(1).asPath(1, 2, 3).localPreference(100).path());
        assertThat(decide()).as("known, and worse").isEmpty();
    }

    /** GoBGP 3.10 reflects overrides to neighbors that are no clients in this way, and does not withdraw them. */
    @Test
    void aRouterThatReflectsWithoutOriginatorIdGetsNoOverrides() {
        r1.put(bad(1).path());
        r1.put(TestPath.of(3).path());
        decide();
        LargeCommunities mark = communities("r1");
        r2.put(fromR1(mark).path());
        assertThat(decide()).isEmpty();
        assertThat(decision(r1)).isEqualTo(None.of(Reason.BORDER_REFLECTION, "r1"));
        r2.remove(TestPath.PREFIX, fromR1(mark).path().key());
        assertThat(decide()).as("the behavior stays known").isEmpty();
        r1.setPolicy(TestPolicy.overriding().localPreference(5_000).policy());
        assertThat(decide()).isEqualTo(Map.of("r1", 5_000L));
        r2.put(fromR1(mark).with(originator(0xfb)).path());
        assertThat(decide()).as("reflected as RFC 4456 says").containsOnlyKeys("r1");
    }

    /** A reflector gives paths without ORIGINATOR_ID that of their sender. */
    @Test
    void aRouterThatReflectsWithoutOriginatorIdIsKnownBehindAReflector() {
        r1.put(bad(1).path());
        r1.put(TestPath.of(3).path());
        decide();
        TestPath reflected = TestPath.of(9).internal().asPath(3, 9).with(communities("r1"));
        r2.put(reflected.with(originator(PEER_R1)).path());
        assertThat(decide()).isEmpty();
        assertThat(decision(r1)).isEqualTo(None.of(Reason.BORDER_REFLECTION, "r1"));
    }

    /**
     * FRR with next-hop-self, but without force, sends overrides on with next hops that may be unreachable. An FRR that
     * receives the paths monitors them with ORIGINATOR_ID.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRouterThatRewritesNextHopsGetsOverridesOnlyIfInnerRoutersCanUseThem(boolean withOriginator) {
        r1.put(bad(1).path());
        r1.put(TestPath.of(3).path());
        TestPath other = TestPath.of(PEER_R1).internal().prefix("10.0.0.0/8");
        r2.put((withOriginator ? other.with(originator(PEER_R1)) : other).path());
        assertThat(decide()).isEmpty();
        assertThat(decision(r1)).isEqualTo(None.of(Reason.BORDER_NEXT_HOP, "r1"));
        r1.setUsableNextHops(true);
        r1.setPolicy(TestPolicy.overriding().localPreference(5_000).policy());
        assertThat(decide()).containsOnlyKeys("r1");
    }

    /** Returns a path that r2 received from r1 over iBGP. */
    private static TestPath fromR1(LargeCommunities mark) {
        return TestPath.of(PEER_R1).internal().localPreference(101).with(mark);
    }

    /** The announced path of a held prefix stays, although other accepted paths come and go. */
    @Test
    void aHeldPrefixChangesOnlyIfItsAnnouncedPathDoes() {
        FlapDamping damping = new FlapDamping(Duration.ofMinutes(1), 2_500, 1_000, FlapAction.KEEP);
        r1.setPolicy(TestPolicy.overriding().damping(damping).policy());
        r1.put(bad(1).path());
        r1.put(TestPath.of(3).asPath(1, 2, 3).path());
        CandidatePath better = TestPath.of(2).path();
        for (int i = 0; i < 3; i++) {
            r2.put(better);
            decide();
            r2.remove(better.prefix(), better.key());
            decide();
        }
        assertThat(r1.held()).containsExactly(TestPath.PREFIX);
        assertThat(decide()).containsOnlyKeys("r1");
        long changes = r1.counts().announced() + r1.counts().withdrawn();
        for (int i = 0; i < 10; i++) {
            r2.put(better);
            assertThat(decide()).containsOnlyKeys("r1");
            r2.remove(better.prefix(), better.key());
            decide();
        }
        assertThat(r1.counts().announced() + r1.counts().withdrawn()).isEqualTo(changes);
        r2.put(better);
        r1.remove(TestPath.PREFIX, TestPath.of(3).path().key());
        assertThat(decide()).as("the announced path is gone").containsOnlyKeys("r2");
        network.advance(network.nextDeadline().orElseThrow());
        assertThat(r1.held()).isEmpty();
    }

    @Test
    void aRemovedRouterLeavesTheDecision() {
        r1.put(bad(1).path());
        r2.put(TestPath.of(2).path());
        assertThat(decide()).containsOnlyKeys("r2");
        network.remove(r2);
        announced.clear();
        assertThat(decide()).isEmpty();
        assertThat(decision(r1)).isInstanceOf(NoAcceptedPath.class);
    }
}
