// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.feeds.TestPath.PREFIX;
import static org.pathproof.feeds.TestPolicy.NOW;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.override.HeldPrefix.Cause;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.policy.FlapAction;
import org.pathproof.feeds.policy.FlapDamping;
import org.pathproof.feeds.policy.RouterPolicy;

/** Tests prefixes whose overrides change often. */
class HeldPrefixesTest {
    /** A prefix is held at its seventh change. */
    private static final int MOST_CHANGES = 6;

    private static final CandidatePath GOOD = TestPath.of(2).path();
    private static final CandidatePath OTHER_GOOD = TestPath.of(3).path();
    private static final CandidatePath BAD =
            TestPath.of(1).state(PathState.NOT_VALID).path();

    private Instant now = NOW;
    private OneRouter network = new OneRouter(policy(FlapAction.KEEP));
    private RouterOverrides router = network.router();
    private int changes;

    private static RouterPolicy policy(FlapAction action) {
        FlapDamping defaults = FlapDamping.DEFAULT;
        return TestPolicy.overriding()
                .damping(new FlapDamping(defaults.halfLife(), defaults.holdAbove(), defaults.releaseBelow(), action))
                .policy();
    }

    private void restart(FlapAction action) {
        network = new OneRouter(policy(action));
        router = network.router();
        changes = 0;
    }

    private boolean decide() {
        List<OverrideChange> made = network.advance(now);
        changes += made.size();
        return !made.isEmpty();
    }

    /** A neighbor that withdraws the refused path while it sees the override, and sends it again without one. */
    private void react() {
        if (router.active().containsKey(PREFIX)) {
            router.remove(PREFIX, BAD.key());
        } else {
            router.put(BAD);
        }
        now = now.plusSeconds(1);
    }

    /** Lets the neighbor react to each change, until nothing changes. */
    private void settle() {
        decide();
        boolean changed = true;
        for (int round = 0; changed && round < 1_000; round++) {
            react();
            changed = decide();
        }
        assertThat(changed).as("the overrides come to rest").isFalse();
    }

    private void oscillate(FlapAction action) {
        restart(action);
        router.put(GOOD);
        router.put(BAD);
        settle();
    }

    private HeldPrefix hold() {
        assertThat(router.held()).containsExactly(PREFIX);
        return router.holds(5).getFirst();
    }

    private OverrideDecision decision() {
        return router.explain(PREFIX, now).orElseThrow().decision();
    }

    @Test
    void anOscillationIsHeldWithTheLastAcceptedPath() {
        oscillate(FlapAction.KEEP);
        assertThat(changes).isEqualTo(MOST_CHANGES + 1);
        assertThat(router.active()).containsOnlyKeys(PREFIX);
        HeldPrefix hold = hold();
        assertThat(hold.cause()).isEqualTo(Cause.OSCILLATION);
        assertThat(hold.action()).isEqualTo(FlapAction.KEEP);
        assertThat(hold.states())
                .extracting(state -> state.byRouter().keySet())
                .containsExactlyInAnyOrder(Set.of(), Set.of("r1"));
        assertThat(hold.since()).isBefore(now);
        assertThat(hold.until()).isEqualTo(network.network().nextDeadline().orElseThrow());
        assertThat(router.counts().oscillating()).isEqualTo(1);
    }

    @Test
    void anOscillationIsHeldWithTheChoiceOfTheRouter() {
        oscillate(FlapAction.WITHDRAW);
        assertThat(changes).isLessThanOrEqualTo(MOST_CHANGES + 1);
        assertThat(router.active()).isEmpty();
        assertThat(hold().cause()).isEqualTo(Cause.OSCILLATION);
        assertThat(decision()).isEqualTo(None.of(Reason.HELD));
    }

    /** Changes that go on although the overrides stay do not come from them. */
    @ParameterizedTest
    @EnumSource(FlapAction.class)
    void aFlappingNeighborIsNoOscillation(FlapAction action) {
        restart(action);
        router.put(GOOD);
        for (int i = 0; i < 50; i++) {
            router.put(BAD);
            decide();
            router.remove(PREFIX, BAD.key());
            decide();
            now = now.plusSeconds(1);
        }
        assertThat(changes).isLessThanOrEqualTo(MOST_CHANGES + 1);
        assertThat(hold().cause()).isEqualTo(Cause.FLAPS);
        assertThat(hold().states()).isEmpty();
        assertThat(router.counts().oscillating()).isZero();
        assertThat(router.active().containsKey(PREFIX)).isEqualTo(action == FlapAction.KEEP);
    }

    @Test
    void changesOfManyStatesAreNoOscillation() {
        router.put(BAD);
        for (int i = 0; router.held().isEmpty(); i++) {
            router.put(TestPath.of(2).asPath(64502, 65000 + i).path());
            decide();
            now = now.plusSeconds(1);
        }
        assertThat(hold().cause()).isEqualTo(Cause.FLAPS);
    }

    @Test
    void theOverrideOfAHeldPrefixEndsAtTheRelease() {
        oscillate(FlapAction.KEEP);
        now = network.network().nextDeadline().orElseThrow();
        changes = 0;
        assertThat(decide()).isTrue();
        assertThat(router.active()).as("no path is refused").isEmpty();
        settle();
        assertThat(changes).as("changes until the next hold").isLessThanOrEqualTo(MOST_CHANGES + 1);
        assertThat(hold().cause()).isEqualTo(Cause.OSCILLATION);
    }

    @Test
    void anOperatorReleasesHeldPrefixes() {
        oscillate(FlapAction.WITHDRAW);
        network.network().releaseHeld();
        assertThat(decide()).isTrue();
        assertThat(router.held()).isEmpty();
        assertThat(router.active()).containsOnlyKeys(PREFIX);
        assertThat(router.explain(PREFIX, now).orElseThrow().penalty()).isZero();
    }

    @Test
    void aChangedPolicyChangesTheHandlingOfAHeldPrefix() {
        oscillate(FlapAction.KEEP);
        router.put(BAD);
        router.setPolicy(policy(FlapAction.WITHDRAW));
        decide();
        assertThat(router.active()).isEmpty();
        assertThat(decision()).isEqualTo(None.of(Reason.HELD));
        router.setPolicy(policy(FlapAction.KEEP));
        decide();
        assertThat(router.active()).containsOnlyKeys(PREFIX);
    }

    /** The next accepted path follows while there are few losses. Then the router has its own choice. */
    @Test
    void lostPathsOfAHeldPrefixAreReplacedAFewTimes() {
        oscillate(FlapAction.KEEP);
        router.put(BAD);
        changes = 0;
        for (int i = 0; i < 50; i++) {
            router.put(i % 2 == 0 ? OTHER_GOOD : GOOD);
            router.remove(PREFIX, (i % 2 == 0 ? GOOD : OTHER_GOOD).key());
            decide();
            if (i == 0) {
                assertThat(router.active().get(PREFIX))
                        .extracting(ActiveOverride::path)
                        .isEqualTo(OTHER_GOOD);
            }
            now = now.plusSeconds(1);
        }
        assertThat(changes).isEqualTo(MOST_CHANGES + 1);
        assertThat(router.active()).isEmpty();
        assertThat(hold().action()).isEqualTo(FlapAction.WITHDRAW);
        assertThat(decision()).isEqualTo(None.of(Reason.HELD));
        now = network.network().nextDeadline().orElseThrow();
        decide();
        assertThat(router.active()).as("released").containsOnlyKeys(PREFIX);
    }

    @Test
    void aHeldOverrideThatIsNoLongerAcceptedIsWithdrawn() {
        oscillate(FlapAction.KEEP);
        router.put(TestPath.of(2).state(PathState.NOT_VALID).path());
        assertThat(decide()).isTrue();
        assertThat(router.active()).isEmpty();
    }

    /** The override would have no effect otherwise. */
    @Test
    void theLocalPreferenceOfAHeldOverrideRises() {
        oscillate(FlapAction.KEEP);
        router.put(
                TestPath.of(1).state(PathState.NOT_VALID).localPreference(500).path());
        assertThat(decide()).isTrue();
        assertThat(decision())
                .isInstanceOfSatisfying(
                        Announce.class,
                        announce -> assertThat(announce.attributes().localPreference())
                                .hasValue(501));
    }

    @Test
    void suspensionsAndTheSwitchEndHeldOverrides() {
        oscillate(FlapAction.KEEP);
        router.suspend(Suspension.STALE_KEYS);
        assertThat(decide()).isTrue();
        assertThat(router.active()).isEmpty();
        router.put(BAD);
        router.resume(Suspension.STALE_KEYS);
        assertThat(decide()).isTrue();
        assertThat(router.active()).containsOnlyKeys(PREFIX);
        router.setPolicy(TestPolicy.overriding().switchedOff().policy());
        assertThat(decide()).isTrue();
        assertThat(router.active()).isEmpty();
    }

    @Test
    void anOverrideThatWaitsIsNoFlap() {
        network = new OneRouter(
                TestPolicy.overriding().limits(0, 1, Duration.ofSeconds(10)).policy());
        router = network.router();
        router.put(BAD);
        for (int i = 0; i < 20; i++) {
            router.put(TestPath.of(2).asPath(64502, 65000 + i).path());
            decide();
        }
        assertThat(router.waiting()).containsExactly(PREFIX);
        assertThat(router.explain(PREFIX, now).orElseThrow().penalty()).isEqualTo(FlapDamping.PENALTY_OF_CHANGE);
        assertThat(router.held()).isEmpty();
    }

    /** A replica that restarts has no memory of a hold. */
    @Test
    void aRestartCausesFewChanges() {
        oscillate(FlapAction.KEEP);
        oscillate(FlapAction.KEEP);
        assertThat(changes).isEqualTo(MOST_CHANGES + 1);
    }

    /** Both replicas announce to the neighbor, which sees an override while one of them has it. */
    @ParameterizedTest
    @EnumSource(FlapAction.class)
    void replicasHoldTheSame(FlapAction action) {
        List<OneRouter> replicas = List.of(new OneRouter(policy(action)), new OneRouter(policy(action)));
        replicas.forEach(replica -> {
            replica.router().put(GOOD);
            replica.router().put(BAD);
        });
        int made = 0;
        boolean refused = true;
        for (int round = 0; round < 100; round++) {
            for (OneRouter replica : replicas) {
                made += replica.advance(now).size();
            }
            boolean seen = replicas.stream()
                    .anyMatch(replica -> replica.router().active().containsKey(PREFIX));
            if (seen == refused) {
                refused = !seen;
                for (OneRouter replica : replicas) {
                    if (refused) {
                        replica.router().put(BAD);
                    } else {
                        replica.router().remove(PREFIX, BAD.key());
                    }
                }
            }
            now = now.plusSeconds(1);
        }
        assertThat(made).isLessThanOrEqualTo(2 * (MOST_CHANGES + 1));
        assertThat(replicas)
                .extracting(replica -> replica.router().holds(1).getFirst().cause())
                .containsOnly(Cause.OSCILLATION);
        assertThat(replicas.stream()
                        .map(replica -> Map.copyOf(replica.router().active()))
                        .distinct())
                .hasSize(1);
    }

    @Test
    void aPreviewHasTheHoldOfItsOriginal() {
        oscillate(FlapAction.KEEP);
        NetworkOverrides copy = network.network().copyForPreview();
        RouterOverrides copied = copy.router("r1").orElseThrow();
        copied.setPolicy(policy(FlapAction.WITHDRAW));
        copied.put(BAD);
        copy.advance(now);
        assertThat(copied.active()).isEmpty();
        assertThat(copied.holds(1)).hasSize(1);
        assertThat(router.active()).containsOnlyKeys(PREFIX);
    }
}
