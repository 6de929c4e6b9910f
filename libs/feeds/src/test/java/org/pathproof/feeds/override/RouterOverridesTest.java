// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.feeds.TestPolicy.NOW;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideExplanation.Role;
import org.pathproof.feeds.path.AnnouncedPath;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.FlapAction;
import org.pathproof.feeds.policy.FlapDamping;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.feeds.preview.PolicyPreview;
import org.pathproof.feeds.preview.PreviewedChange;
import org.pathproof.feeds.tag.TagEngine;
import org.pathproof.wire.Prefix;

class RouterOverridesTest {
    private static final Prefix PREFIX = TestPath.PREFIX;
    private static final List<String> PREFIXES =
            List.of("203.0.113.0/24", "198.51.100.0/24", "192.0.2.0/24", "10.0.0.0/8");

    /** An event of the router or of the operator. */
    record Step(Kind kind, CandidatePath path, int number) {
        enum Kind {
            PUT,
            REMOVE,
            REMOVE_PEER,
            POLICY,
            SUSPEND,
            RESUME,
            ADVANCE
        }
    }

    private static final List<RouterPolicy> POLICIES = List.of(
            TestPolicy.overriding().policy(),
            TestPolicy.of(PolicyKind.OBSERVE).policy(),
            TestPolicy.overriding().localPreference(5_000).policy(),
            TestPolicy.overriding().switchedOff().policy());

    /**
     * Compares the engine with decisions from scratch. The order of events has no effect, and each override ends when
     * its reason ends.
     */
    @Property(tries = 1_000)
    void equalsDecisionsFromScratch(@ForAll("steps") List<Step> steps) {
        RouterPolicy policy = POLICIES.getFirst();
        OneRouter network = new OneRouter(policy);
        RouterOverrides engine = network.router();
        Map<Prefix, Map<CandidatePath.Key, CandidatePath>> table = new HashMap<>();
        Map<Prefix, RouteAttributes> router = new TreeMap<>();
        boolean suspended = false;
        Instant now = NOW;
        for (Step step : steps) {
            CandidatePath path = step.path();
            switch (step.kind()) {
                case PUT -> {
                    engine.put(path);
                    table.computeIfAbsent(path.prefix(), p -> new HashMap<>()).put(path.key(), path);
                }
                case REMOVE -> {
                    engine.remove(path.prefix(), path.key());
                    table.getOrDefault(path.prefix(), new HashMap<>()).remove(path.key());
                }
                case REMOVE_PEER -> {
                    engine.removePeer(path.peer().key());
                    table.values()
                            .forEach(paths -> paths.values()
                                    .removeIf(known -> known.peer()
                                            .key()
                                            .equals(path.peer().key())));
                }
                case POLICY -> {
                    policy = POLICIES.get(step.number());
                    Map<Prefix, RouteAttributes> previewed = previewed(network, policy, now, router);
                    engine.setPolicy(policy);
                    apply(network.advance(now), router);
                    assertThat(previewed).isEqualTo(router);
                }
                case SUSPEND -> {
                    engine.suspend(Suspension.STALE_KEYS);
                    suspended = true;
                }
                case RESUME -> {
                    engine.resume(Suspension.STALE_KEYS);
                    suspended = false;
                }
                case ADVANCE -> {
                    now = now.plusSeconds(step.number());
                    apply(network.advance(now), router);
                    assertThat(router).isEqualTo(suspended ? Map.of() : fromScratch(table, policy, now));
                    Map<Prefix, RouteAttributes> active = new TreeMap<>();
                    engine.active().forEach((prefix, override) -> active.put(prefix, override.attributes()));
                    assertThat(active).isEqualTo(router);
                }
            }
        }
    }

    /** Returns the routes of the router after a change of the policy, as the preview shows them. */
    private static Map<Prefix, RouteAttributes> previewed(
            OneRouter network, RouterPolicy policy, Instant now, Map<Prefix, RouteAttributes> router) {
        Map<Prefix, RouteAttributes> previewed = new TreeMap<>(router);
        NetworkOverrides copy = network.network().copyForPreview();
        RouterOverrides copied = copy.router("r1").orElseThrow();
        PolicyPreview preview = new PolicyPreview(copied, new TagEngine(copied.policy(), copied::isOwn));
        preview.apply(policy);
        copy.advance(now);
        for (PreviewedChange change : preview.changes().toList()) {
            assertThat(change.before().map(AnnouncedPath::attributes))
                    .isEqualTo(Optional.ofNullable(router.get(change.prefix())));
            change.after()
                    .ifPresentOrElse(
                            override -> previewed.put(change.prefix(), override.attributes()),
                            () -> previewed.remove(change.prefix()));
        }
        return previewed;
    }

    @Test
    void stopsNewOverridesAtTheLimitAndNeverWithdrawals() {
        OneRouter network = new OneRouter(
                TestPolicy.overriding().limits(2, 100, Duration.ofSeconds(10)).policy());
        RouterOverrides engine = network.router();
        PREFIXES.forEach(prefix -> addTie(engine, prefix));
        assertThat(network.advance(NOW)).extracting(OverrideChange::prefix).containsExactly(first(0), first(1));
        assertThat(engine.counts().waiting()).isEqualTo(2);
        assertThat(engine.explain(first(2), NOW).orElseThrow().waiting()).isTrue();
        engine.remove(first(0), TestPath.of(1).path().key());
        assertThat(network.advance(NOW.plusSeconds(1)))
                .as("the withdrawal makes room")
                .extracting(OverrideChange::prefix)
                .containsExactly(first(0), first(2));
        assertThat(engine.counts().active()).isEqualTo(2);
    }

    @Test
    void stopsNewOverridesWithinAnInterval() {
        OneRouter network = new OneRouter(
                TestPolicy.overriding().limits(100, 1, Duration.ofSeconds(10)).policy());
        RouterOverrides engine = network.router();
        PREFIXES.forEach(prefix -> addTie(engine, prefix));
        assertThat(network.advance(NOW)).hasSize(1);
        assertThat(network.advance(NOW.plusSeconds(9))).isEmpty();
        assertThat(network.network().nextDeadline()).contains(NOW.plusSeconds(10));
        assertThat(network.advance(NOW.plusSeconds(10))).hasSize(1);
        engine.setPolicy(TestPolicy.of(PolicyKind.OBSERVE).policy());
        assertThat(network.advance(NOW.plusSeconds(11)))
                .as("withdrawals do not wait")
                .hasSize(2);
        assertThat(engine.counts().waiting()).isZero();
    }

    @Test
    void holdsAFlappingPrefixInTheSafeState() {
        FlapDamping damping = new FlapDamping(Duration.ofMinutes(1), 2_500, 1_000, FlapAction.KEEP);
        OneRouter network =
                new OneRouter(TestPolicy.overriding().damping(damping).policy());
        RouterOverrides engine = network.router();
        CandidatePath bad = TestPath.of(1).state(PathState.NOT_VALID).path();
        CandidatePath longBad =
                TestPath.of(1).state(PathState.NOT_VALID).asPath(1, 2, 3).path();
        engine.put(TestPath.of(2).path());
        engine.put(bad);
        assertThat(network.advance(NOW)).hasSize(1);
        engine.put(longBad);
        assertThat(network.advance(NOW)).hasSize(1);
        engine.put(bad);
        assertThat(network.advance(NOW)).as("third change: held, present").hasSize(1);
        engine.put(longBad);
        assertThat(network.advance(NOW)).as("stays while any path is refused").isEmpty();
        OverrideExplanation held = engine.explain(PREFIX, NOW).orElseThrow();
        assertThat(held.held()).isTrue();
        assertThat(held.penalty()).isEqualTo(3_000);
        Instant release = network.network().nextDeadline().orElseThrow();
        assertThat(release).isBetween(NOW.plusSeconds(94), NOW.plusSeconds(96));
        assertThat(network.advance(release)).as("released").hasSize(1);
        assertThat(engine.active()).isEmpty();
    }

    @Test
    void decidesAgainWhenAnExceptionExpires() {
        PolicyException exception = new PolicyException(
                new PolicyException.Scope(Optional.of(PREFIX), OptionalLong.empty(), OptionalLong.empty()),
                List.of(),
                "noc",
                "test",
                NOW.plusSeconds(60));
        OneRouter network =
                new OneRouter(TestPolicy.overriding().exceptions(exception).policy());
        RouterOverrides engine = network.router();
        addTie(engine, PREFIX.toString());
        assertThat(network.advance(NOW)).isEmpty();
        assertThat(engine.explain(PREFIX, NOW).orElseThrow().paths())
                .anyMatch(path -> path.exception().isPresent() && path.role() == Role.ACCEPTED);
        assertThat(network.network().nextDeadline()).contains(NOW.plusSeconds(60));
        assertThat(network.advance(NOW.plusSeconds(60))).hasSize(1);
    }

    @Test
    void explainsEachPath() {
        OneRouter network = new OneRouter(TestPolicy.overriding().policy());
        RouterOverrides engine = network.router();
        addTie(engine, PREFIX.toString());
        engine.put(TestPath.of(250).internal().path());
        engine.put(TestPath.of(4).prePolicy().path());
        network.advance(NOW);
        OverrideExplanation explanation = engine.explain(PREFIX, NOW).orElseThrow();
        assertThat(explanation.paths())
                .extracting(OverrideExplanation.ExplainedPath::role)
                .containsExactly(Role.REFUSED, Role.ACCEPTED, Role.PRE_POLICY, Role.FEED);
        assertThat(explanation.paths().getFirst().selectable()).isTrue();
        assertThat(explanation.active().orElseThrow().since()).isEqualTo(NOW);
        assertThat(explanation.decision()).isInstanceOf(Announce.class);
        assertThat(engine.explain(Prefix.parse("10.0.0.0/8"), NOW)).isEmpty();
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Step.Kind> kinds = Arbitraries.frequency(
                Tuple.of(12, Step.Kind.PUT),
                Tuple.of(3, Step.Kind.REMOVE),
                Tuple.of(1, Step.Kind.REMOVE_PEER),
                Tuple.of(1, Step.Kind.POLICY),
                Tuple.of(1, Step.Kind.SUSPEND),
                Tuple.of(2, Step.Kind.RESUME),
                Tuple.of(8, Step.Kind.ADVANCE));
        return Combinators.combine(
                        kinds,
                        PathTables.externalPaths(Arbitraries.of(PREFIXES)),
                        Arbitraries.integers().between(0, 3))
                .as(Step::new)
                .list()
                .ofMinSize(20)
                .ofMaxSize(100);
    }

    private static Map<Prefix, RouteAttributes> fromScratch(
            Map<Prefix, Map<CandidatePath.Key, CandidatePath>> table, RouterPolicy policy, Instant now) {
        Map<Prefix, RouteAttributes> expected = new TreeMap<>();
        table.forEach((prefix, paths) -> {
            if (NetworkRulesTest.decide(policy, paths.values(), false, now) instanceof Announce announce) {
                expected.put(prefix, announce.attributes());
            }
        });
        return expected;
    }

    private static void apply(List<OverrideChange> changes, Map<Prefix, RouteAttributes> router) {
        for (OverrideChange change : changes) {
            change.attributes()
                    .ifPresentOrElse(
                            attributes -> router.put(change.prefix(), attributes),
                            () -> assertThat(router.remove(change.prefix())).isNotNull());
        }
    }

    /** Adds a refused path that ties with an accepted one. */
    private static void addTie(RouterOverrides engine, String prefix) {
        engine.put(TestPath.of(1).prefix(prefix).state(PathState.NOT_VALID).path());
        engine.put(TestPath.of(2).prefix(prefix).path());
    }

    private static Prefix first(int index) {
        return PREFIXES.stream().map(Prefix::parse).sorted().toList().get(index);
    }
}
