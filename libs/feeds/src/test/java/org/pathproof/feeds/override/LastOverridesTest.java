// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.feeds.TestPath.PREFIX;
import static org.pathproof.feeds.TestPolicy.NOW;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.FlapDamping;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.LargeCommunities;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * Tests that the overrides of a prefix do not end at once: a border router without its own override would select the
 * old one of another router, and withdraw its path from inner routers.
 */
class LastOverridesTest {
    private static final Duration MOMENT = Duration.ofMillis(50);
    private static final TestPath LONG_1 = TestPath.of(3).asPath(64503, 1, 64510);
    private static final TestPath LONG_2 = TestPath.of(4).asPath(64504, 1, 64510);
    private static final Set<String> BOTH = Set.of("r1", "r2");

    private final NetworkOverrides network = new NetworkOverrides(TestPolicy.SPEAKERS);
    private final RouterOverrides r1 = router("r1", 1);
    private final RouterOverrides r2 = router("r2", 2);
    private final Map<String, RouteAttributes> announced = new TreeMap<>();
    private Instant now = NOW;

    private RouterOverrides router(String name, int identifier) {
        RouterOverrides router = network.add(name, TestPolicy.overriding().policy());
        router.setIdentifiers(Set.of(0x0a00_0000 + identifier));
        return router;
    }

    private static CandidatePath good(int peer) {
        return TestPath.of(peer).path();
    }

    private static CandidatePath bad(int peer) {
        return TestPath.of(peer).state(PathState.NOT_VALID).path();
    }

    /** Lets a moment pass, decides, and returns the routers with an override. */
    private Set<String> decide() {
        now = now.plus(MOMENT);
        network.advance(now)
                .forEach((router, changes) -> changes.forEach(change -> change.attributes()
                        .ifPresentOrElse(
                                attributes -> announced.put(router.name(), attributes),
                                () -> announced.remove(router.name()))));
        return announced.keySet();
    }

    /** Decides at the next time at which a decision is due without a report. */
    private Set<String> decideAtTheDeadline() {
        now = network.nextDeadline().orElseThrow().minus(MOMENT);
        return decide();
    }

    /** Both routers have a refused path and an override with a longer one. */
    @BeforeEach
    void overrideAtBothRouters() {
        r1.put(bad(1));
        r2.put(bad(2));
        r1.put(LONG_1.path());
        r2.put(LONG_2.path());
        assertThat(decide()).isEqualTo(BOTH);
    }

    /** Reports a router's override at the other one, as iBGP shows it there. */
    private CandidatePath show(RouterOverrides at, int peer, TestPath path, String from) {
        RouteAttributes override = Objects.requireNonNull(announced.get(from));
        CandidatePath copy = path(peer, path, override);
        at.put(copy);
        return copy;
    }

    private static CandidatePath path(int peer, TestPath path, RouteAttributes override) {
        return TestPath.of(peer)
                .internal()
                .with(path.path().attributes().find(AsPath.class).orElseThrow())
                .localPreference(override.localPreference().orElseThrow())
                .with(override.find(LargeCommunities.class).orElseThrow())
                .with(new OriginatorId(PathAttribute.FLAG_OPTIONAL, Bytes.fromHex("000000fa")))
                .path();
    }

    private void mend() {
        r1.put(good(1));
        r2.put(good(2));
    }

    @Test
    void theLastOverrideEndsWhenItsRouterShowsNoOther() {
        CandidatePath copy = show(r1, 8, LONG_2, "r2");
        show(r2, 9, LONG_1, "r1");
        mend();
        assertThat(decide()).containsExactly("r1");
        assertThat(decide()).as("the other override is still there").containsExactly("r1");
        r1.remove(PREFIX, copy.key());
        assertThat(decide()).isEmpty();
        assertThat(network.nextDeadline()).isEmpty();
    }

    @Test
    void theLastOverrideEndsIfItsRouterShowsNoPathsOfInnerNeighbors() {
        mend();
        Instant begin = now.plus(MOMENT);
        assertThat(decide()).containsExactly("r1");
        assertThat(decideAtTheDeadline()).isEmpty();
        assertThat(now).isEqualTo(begin.plus(LastOverrides.UNSEEN));
    }

    @Test
    void theLastOverrideEndsAfterTheLongestTime() {
        show(r1, 8, LONG_2, "r2");
        mend();
        Instant begin = now.plus(MOMENT);
        assertThat(decide()).containsExactly("r1");
        assertThat(decideAtTheDeadline()).containsExactly("r1");
        assertThat(decideAtTheDeadline()).isEmpty();
        assertThat(now).isEqualTo(begin.plus(LastOverrides.LONGEST));
        assertThat(network.nextDeadline()).isEmpty();
    }

    /** The events of both routers come one after the other, before the end of the first override has had its effect. */
    @Test
    void anOverrideWaitsForOneThatEndedAMomentAgo() {
        r1.put(good(1));
        assertThat(decide()).containsExactly("r1");
        r2.put(good(2));
        assertThat(decide()).containsExactly("r1");
        assertThat(decideAtTheDeadline()).isEmpty();
    }

    @Test
    void aSingleOverrideEndsAtOnce() {
        r1.put(good(1));
        assertThat(decide()).containsExactly("r1");
        now = now.plus(LastOverrides.UNSEEN);
        r2.put(good(2));
        assertThat(decide()).isEmpty();
    }

    /** The override of one router has a higher LOCAL_PREF for a moment, and the other one prefers it. */
    @Test
    void aLowerLocalPreferenceBeginsAtOneRouter() {
        r1.put(TestPath.of(5).localPreference(300).state(PathState.NOT_VALID).path());
        assertThat(decide()).isEqualTo(BOTH);
        CandidatePath copy = show(r1, 8, LONG_2, "r2");
        r1.remove(PREFIX, bad(5).key());
        assertThat(decide()).isEqualTo(BOTH);
        assertThat(preference("r1")).isEqualTo(301);
        assertThat(preference("r2")).isEqualTo(101);
        r1.put(path(8, LONG_2, Objects.requireNonNull(announced.get("r2"))));
        assertThat(copy.key()).isEqualTo(good(8).key());
        assertThat(decide()).isEqualTo(BOTH);
        assertThat(preference("r1")).isEqualTo(101);
    }

    private long preference(String router) {
        return Objects.requireNonNull(announced.get(router))
                .localPreference()
                .orElseThrow();
    }

    /** No override stays whose path is gone or refused, or whose router is lost: the other router's stays then. */
    @Test
    void onlyAnAcceptedPathStays() {
        r1.put(good(1));
        r2.put(good(2));
        r1.remove(PREFIX, LONG_1.path().key());
        assertThat(decide()).containsExactly("r2");
        r2.put(TestPath.of(4)
                .asPath(64504, 1, 64510)
                .state(PathState.NOT_VALID)
                .path());
        assertThat(decide()).as("the path became refused").isEmpty();
    }

    /** Fail-open ends all overrides, also one after the other; a router that is lost has none. */
    @ParameterizedTest
    @EnumSource(Suspension.class)
    void suspensionsEndOverridesInOrder(Suspension reason) {
        r1.suspend(reason);
        r2.suspend(reason);
        boolean known = reason != Suspension.ROUTER_LOST && reason != Suspension.STARTING;
        assertThat(decide()).isEqualTo(known ? Set.of("r1") : Set.of());
        if (known) {
            assertThat(decideAtTheDeadline()).isEmpty();
        }
    }

    @Test
    void anOverrideThatIsNeededAgainStays() {
        mend();
        assertThat(decide()).containsExactly("r1");
        r2.put(bad(2));
        r1.put(bad(1));
        assertThat(decide()).isEqualTo(BOTH);
        assertThat(decideAfter(LastOverrides.LONGEST)).isEqualTo(BOTH);
    }

    private Set<String> decideAfter(Duration time) {
        now = now.plus(time);
        return decide();
    }

    /** Flap damping sees one end, not one for each report until then. */
    @Test
    void theEndCountsOnce() {
        CandidatePath copy = show(r1, 8, LONG_2, "r2");
        decide();
        int before = penalty();
        mend();
        decide();
        r1.put(path(8, LONG_1, Objects.requireNonNull(announced.get("r1"))));
        decide();
        r1.remove(PREFIX, copy.key());
        assertThat(decide()).isEmpty();
        assertThat(penalty() - before).isBetween(FlapDamping.PENALTY_OF_CHANGE - 10, FlapDamping.PENALTY_OF_CHANGE);
    }

    private int penalty() {
        return r1.explain(PREFIX, now).orElseThrow().penalty();
    }

    /** A preview shows the state in the end. */
    @Test
    void previewsEndAllOverrides() {
        mend();
        assertThat(decide()).containsExactly("r1");
        NetworkOverrides copy = network.copyForPreview();
        copy.advance(now);
        assertThat(copy.router("r1").orElseThrow().active()).isEmpty();
        assertThat(r1.active()).containsOnlyKeys(PREFIX);
    }
}
