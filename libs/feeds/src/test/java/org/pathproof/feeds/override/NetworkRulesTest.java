// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.feeds.TestPolicy.NOW;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.NoAcceptedPath;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;

class NetworkRulesTest {
    @Test
    void announcesTheAcceptedPathThatTiesWithARefusedOne() {
        Announce decision = announced(TestPolicy.overriding(), badPath(), TestPath.of(2));
        assertThat(decision.path()).isEqualTo(TestPath.of(2).path());
        assertThat(decision.overridden())
                .isEqualTo(new NetworkPath("r1", badPath().path(), 100, true));
        assertThat(decision.refusal()).isEqualTo(Refusal.NOT_VALID);
        assertThat(decision.attributes().localPreference()).hasValue(101);
    }

    @Test
    void isNotNeededIfAnAcceptedPathIsStrictlyBetter() {
        assertThat(decide(TestPolicy.overriding(), TestPath.of(2), badPath().asPath(1, 2, 3)))
                .isEqualTo(None.of(Reason.NOT_NEEDED));
        assertThat(decide(TestPolicy.overriding(), TestPath.of(2).asPath(1, 2, 3), badPath()))
                .isInstanceOf(Announce.class);
    }

    /** The refused path loses by MED to one best accepted path, and ties with the other one. */
    @Test
    void comparesWithEveryBestAcceptedPath() {
        assertThat(decide(
                        TestPolicy.overriding(),
                        TestPath.of(1).asPath(7, 9).multiExitDisc(10),
                        TestPath.of(2).asPath(8, 9),
                        TestPath.of(3).asPath(7, 9).multiExitDisc(20).state(PathState.NOT_VALID)))
                .isInstanceOf(Announce.class);
    }

    @Test
    void announcesNothingByPolicyOrSwitch() {
        for (PolicyKind kind : List.of(PolicyKind.OBSERVE, PolicyKind.TAG)) {
            assertThat(decide(TestPolicy.of(kind), badPath(), TestPath.of(2))).isEqualTo(None.of(Reason.POLICY));
        }
        assertThat(decide(TestPolicy.overriding().switchedOff(), badPath(), TestPath.of(2)))
                .isEqualTo(None.of(Reason.SWITCHED_OFF));
    }

    @Test
    void keepsOrListsAPrefixWithoutAnAcceptedPath() {
        assertThat(decide(TestPolicy.overriding(), badPath()))
                .isEqualTo(new NoAcceptedPath(badPath().path(), Refusal.NOT_VALID, false));
        assertThat(decide(TestPolicy.overriding().listing(), badPath()))
                .isEqualTo(new NoAcceptedPath(badPath().path(), Refusal.NOT_VALID, true));
    }

    /** The policy fails open: missing and stale data never move traffic. */
    @Test
    void acceptsUnverifiedAndStalePaths() {
        TestPolicy policy = TestPolicy.overriding().refusing(Refusal.values());
        RouteStates unverified = new RouteStates(PathState.UNVERIFIED, OriginState.INVALID, AspaState.INVALID, false);
        RouteStates stale = new RouteStates(PathState.NOT_VALID, OriginState.INVALID, AspaState.INVALID, true);
        assertThat(decide(policy, TestPath.of(1).states(unverified), TestPath.of(2)))
                .isEqualTo(None.of(Reason.ALL_ACCEPTED));
        assertThat(decide(policy, TestPath.of(1).states(stale), TestPath.of(2)))
                .isEqualTo(None.of(Reason.ALL_ACCEPTED));
    }

    @Test
    void refusesTheStatesThatThePolicyNames() {
        RouteStates originInvalid = new RouteStates(PathState.VALID, OriginState.INVALID, AspaState.UNKNOWN, false);
        RouteStates aspaInvalid = new RouteStates(PathState.VALID, OriginState.VALID, AspaState.INVALID, false);
        assertThat(refusal(originInvalid)).isEmpty();
        assertThat(refusal(originInvalid, Refusal.ORIGIN_INVALID)).contains(Refusal.ORIGIN_INVALID);
        assertThat(refusal(aspaInvalid)).isEmpty();
        assertThat(refusal(aspaInvalid, Refusal.ASPA_INVALID)).contains(Refusal.ASPA_INVALID);
        assertThat(refusal(RouteStates.of(PathState.UNSIGNED))).isEmpty();
        assertThat(refusal(RouteStates.of(PathState.UNSIGNED), Refusal.UNSIGNED))
                .contains(Refusal.UNSIGNED);
        assertThat(refusal(RouteStates.of(PathState.MALFORMED))).isEmpty();
        assertThat(refusal(RouteStates.of(PathState.NOT_VALID))).contains(Refusal.NOT_VALID);
    }

    @Test
    void exceptsPathsUntilTheExceptionExpires() {
        RouterPolicy policy = TestPolicy.overriding()
                .exceptions(new PolicyException(
                        new PolicyException.Scope(Optional.empty(), OptionalLong.of(64510), OptionalLong.of(64501)),
                        List.of(),
                        "noc",
                        "broken signer",
                        NOW.plusSeconds(60)))
                .policy();
        List<CandidatePath> paths = List.of(badPath().path(), TestPath.of(2).path());
        assertThat(decide(policy, paths, false, NOW)).isEqualTo(None.of(Reason.ALL_ACCEPTED));
        assertThat(decide(policy, paths, false, NOW.plusSeconds(60))).isInstanceOf(Announce.class);
        CandidatePath other =
                TestPath.of(3).asPath(64502, 64510).state(PathState.NOT_VALID).path();
        assertThat(policy.refusal(other, NOW)).as("another neighbor AS").contains(Refusal.NOT_VALID);
    }

    @Test
    void usesPrePolicyPathsOnlyIfTheGroupTrustsThem() {
        assertThat(decide(TestPolicy.overriding(), badPath(), TestPath.of(2).prePolicy()))
                .isInstanceOf(NoAcceptedPath.class);
        assertThat(decide(
                        TestPolicy.overriding().trustingPrePolicy(),
                        badPath(),
                        TestPath.of(2).prePolicy()))
                .isInstanceOf(Announce.class);
    }

    @Test
    void neverUsesRoutesOfPathproof() {
        TestPath fromReplica = TestPath.of(250).internal().localPreference(900);
        TestPath reflected = TestPath.of(2)
                .internal()
                .localPreference(900)
                .with(new OriginatorId(PathAttribute.FLAG_OPTIONAL, Bytes.fromHex("000000fb")));
        TestPath fromCluster = TestPath.of(3)
                .internal()
                .localPreference(900)
                .with(new ClusterList(
                        PathAttribute.FLAG_OPTIONAL, List.of(Bytes.fromHex("0a000001"), TestPolicy.CLUSTER)));
        assertThat(decide(TestPolicy.overriding(), badPath(), fromReplica, reflected, fromCluster))
                .isInstanceOf(NoAcceptedPath.class);
        Announce decision =
                announced(TestPolicy.overriding(), badPath(), fromReplica, reflected, fromCluster, TestPath.of(4));
        assertThat(decision.path()).isEqualTo(TestPath.of(4).path());
        assertThat(decision.attributes().localPreference())
                .as("own routes do not raise LOCAL_PREF")
                .hasValue(101);
        TestPath forged = TestPath.of(5)
                .with(new OriginatorId(PathAttribute.FLAG_OPTIONAL, Bytes.fromHex("000000fb")))
                .state(PathState.NOT_VALID);
        assertThat(decide(TestPolicy.overriding(), forged, TestPath.of(4)))
                .as("an external peer cannot make its path an own route")
                .isInstanceOf(Announce.class);
    }

    @Test
    void setsLocalPreferenceAboveEveryPath() {
        assertThat(announced(
                                TestPolicy.overriding(),
                                badPath().localPreference(300),
                                TestPath.of(2).localPreference(200))
                        .attributes()
                        .localPreference())
                .hasValue(301);
        assertThat(announced(TestPolicy.overriding().localPreference(5_000), badPath(), TestPath.of(2))
                        .attributes()
                        .localPreference())
                .hasValue(5_000);
        assertThat(decide(TestPolicy.overriding().localPreference(100), badPath(), TestPath.of(2)))
                .isEqualTo(None.of(Reason.LOCAL_PREFERENCE));
        assertThat(decide(TestPolicy.overriding(), badPath().localPreference(0xffff_ffffL), TestPath.of(2)))
                .isEqualTo(None.of(Reason.LOCAL_PREFERENCE));
    }

    @Test
    void announcesTheNextBestPathIfTheBestCannotBeAnnounced() {
        TestPath noNextHop = TestPath.of(2).without(PathAttribute.NEXT_HOP);
        assertThat(announced(
                                TestPolicy.overriding(),
                                badPath(),
                                noNextHop,
                                TestPath.of(3).asPath(1, 2, 3))
                        .path()
                        .key())
                .isEqualTo(TestPath.of(3).path().key());
        assertThat(decide(TestPolicy.overriding(), badPath(), noNextHop)).isEqualTo(None.of(Reason.NOT_ANNOUNCEABLE));
        TestPath loop = TestPath.of(2).asPath(64502, TestPolicy.NUMBERS.ownAs(), 64510);
        assertThat(decide(TestPolicy.overriding(), badPath(), loop)).isEqualTo(None.of(Reason.NOT_ANNOUNCEABLE));
    }

    @Test
    void keepsAHeldOverrideWhileAnyPathIsRefused() {
        RouterPolicy policy = TestPolicy.overriding().policy();
        List<CandidatePath> harmless =
                List.of(TestPath.of(2).path(), badPath().asPath(1, 2, 3).path());
        assertThat(decide(policy, harmless, false, NOW)).isEqualTo(None.of(Reason.NOT_NEEDED));
        assertThat(decide(policy, harmless, true, NOW)).isInstanceOf(Announce.class);
        assertThat(decide(policy, List.of(TestPath.of(2).path()), true, NOW)).isEqualTo(None.of(Reason.ALL_ACCEPTED));
    }

    /** The rules keep the attributes that they built last. */
    @Property
    @Domain(PathTables.class)
    void decidesWithoutRegardToEarlierDecisions(
            @ForAll List<CandidatePath> earlier, @ForAll List<CandidatePath> paths) {
        RouterPolicy policy = TestPolicy.overriding().policy();
        RouterRules rules = new RouterRules(policy, policy, TestPolicy.SPEAKERS);
        List<CandidatePath> inOtherStates =
                paths.stream().map(NetworkRulesTest::inOtherState).toList();
        for (List<CandidatePath> table : List.of(earlier, paths, inOtherStates, paths, earlier)) {
            assertThat(decide(rules, table, false, NOW)).isEqualTo(decide(policy, table, false, NOW));
        }
    }

    /** Returns a path with another accepted state; a refused path stays as it is. */
    private static CandidatePath inOtherState(CandidatePath path) {
        RouteStates states = switch (path.states().path()) {
            case VALID -> RouteStates.of(PathState.UNSIGNED);
            case UNSIGNED, UNVERIFIED -> RouteStates.of(PathState.VALID);
            case NOT_VALID, MALFORMED -> path.states();
        };
        return new CandidatePath(
                path.peer(), path.pathId(), path.prefix(), path.attributes(), states, path.postPolicy());
    }

    /**
     * Without an override, the router cannot select a refused path, whatever the result of the steps that are not
     * visible.
     */
    @Property
    @Domain(PathTables.class)
    void withoutAnOverrideTheRouterSelectsAnAcceptedPath(@ForAll List<CandidatePath> paths) {
        RouterPolicy policy = TestPolicy.overriding().policy();
        RouterRules rules = new RouterRules(policy, policy, TestPolicy.SPEAKERS);
        OverrideDecision decision = decide(policy, paths, false, NOW);
        List<CandidatePath> external =
                paths.stream().filter(path -> path.peer().isExternal()).toList();
        List<CandidatePath> selectable = rules.process().leaders(external);
        switch (decision) {
            case None none ->
                assertThat(selectable)
                        .as(none.toString())
                        .allMatch(path -> policy.refusal(path, NOW).isEmpty());
            case Announce announce -> {
                assertThat(paths)
                        .contains(announce.path(), announce.overridden().path());
                assertThat(policy.refusal(announce.path(), NOW)).isEmpty();
                assertThat(external)
                        .allMatch(
                                path -> announce.attributes().localPreference().orElseThrow()
                                        > rules.process().localPreference(path));
                assertThat(announce.attributes().find(LocalPref.class)).isPresent();
            }
            case NoAcceptedPath none ->
                assertThat(external).noneMatch(path -> policy.refusal(path, NOW).isEmpty());
        }
    }

    private static TestPath badPath() {
        return TestPath.of(1).state(PathState.NOT_VALID);
    }

    private static Optional<Refusal> refusal(RouteStates states, Refusal... refused) {
        return TestPolicy.overriding()
                .refusing(refused)
                .policy()
                .refusal(TestPath.of(1).states(states).path(), NOW);
    }

    private static OverrideDecision decide(TestPolicy policy, TestPath... paths) {
        return decide(policy.policy(), Arrays.stream(paths).map(TestPath::path).toList(), false, NOW);
    }

    /** Decides about the paths of one router. */
    static OverrideDecision decide(RouterPolicy policy, Collection<CandidatePath> paths, boolean held, Instant now) {
        return decide(new RouterRules(policy, policy, TestPolicy.SPEAKERS), paths, held, now);
    }

    private static OverrideDecision decide(
            RouterRules rules, Collection<CandidatePath> paths, boolean held, Instant now) {
        return NetworkRules.decide(List.of(new RouterInput("r1", rules, paths)), Optional.empty(), held, now)
                .getOrDefault("r1", None.of(Reason.NO_PATH));
    }

    private static Announce announced(TestPolicy policy, TestPath... paths) {
        OverrideDecision decision = decide(policy, paths);
        assertThat(decision).isInstanceOf(Announce.class);
        return (Announce) decision;
    }
}
