// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.feeds.TestPolicy.NOW;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.override.ActiveOverride;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.override.OverrideEngine;
import org.pathproof.feeds.override.PathTables;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.Prefix;

/** Tests that a preview equals the changes that the engine makes when the policy is applied. */
class PolicyPreviewTest {
    private static final List<String> PREFIXES =
            List.of("203.0.113.0/24", "198.51.100.0/24", "192.0.2.0/24", "10.0.0.0/8");

    @Property(tries = 1_000)
    void equalsTheChangesOfTheAppliedPolicy(
            @ForAll("tables") List<CandidatePath> table,
            @ForAll("policies") RouterPolicy before,
            @ForAll("policies") RouterPolicy after) {
        OverrideEngine engine = new OverrideEngine(before, TestPolicy.SPEAKERS);
        table.forEach(engine::put);
        engine.advance(NOW);
        Map<Prefix, RouteAttributes> announcedBefore = announced(engine);
        Instant later = NOW.plusSeconds(5);

        PolicyPreview preview = PolicyPreview.of(engine, after, later);
        assertThat(announced(engine)).as("a preview changes nothing").isEqualTo(announcedBefore);

        // The preview also has the changes by exceptions that expired since the first decision.
        engine.policy(after);
        Map<Prefix, Optional<RouteAttributes>> changes = new TreeMap<>(engine.advance(later).stream()
                .collect(Collectors.toMap(OverrideChange::prefix, OverrideChange::attributes)));
        assertThat(previewed(preview)).isEqualTo(changes);
        assertThat(preview.waiting()).isEqualTo(engine.counts().waiting());
        assertThat(preview.withoutAcceptedPath()).isEqualTo(engine.counts().withoutAcceptedPath());
        for (PreviewedChange change : preview.changes()) {
            assertThat(change.before().map(ActiveOverride::attributes))
                    .isEqualTo(Optional.ofNullable(announcedBefore.get(change.prefix())));
        }
        Statistics.collect(changes.isEmpty() ? "no change" : "changes");
        Statistics.coverage(coverage -> coverage.check("changes").percentage(share -> share > 5));
    }

    private static Map<Prefix, RouteAttributes> announced(OverrideEngine engine) {
        Map<Prefix, RouteAttributes> announced = new TreeMap<>();
        engine.active().forEach((prefix, override) -> announced.put(prefix, override.attributes()));
        return announced;
    }

    private static Map<Prefix, Optional<RouteAttributes>> previewed(PolicyPreview preview) {
        Map<Prefix, Optional<RouteAttributes>> changes = new TreeMap<>();
        preview.changes()
                .forEach(change -> changes.put(change.prefix(), change.after().map(ActiveOverride::attributes)));
        return changes;
    }

    @Provide
    Arbitrary<List<CandidatePath>> tables() {
        return PathTables.paths(Arbitraries.of(PREFIXES)).list().ofMaxSize(20);
    }

    @Provide
    Arbitrary<RouterPolicy> policies() {
        return Combinators.combine(
                        Arbitraries.of(PolicyKind.OBSERVE, PolicyKind.PREFER_VALID, PolicyKind.REJECT_NOT_VALID),
                        Arbitraries.of(Refusal.class).set(),
                        Arbitraries.of(true, true, true, false),
                        Arbitraries.longs().between(0, 1).map(i -> 100 + 4_900 * i),
                        Arbitraries.of(2, 1_000_000),
                        exceptions().list().ofMaxSize(2))
                .as((kind, refused, feeds, preference, limit, exceptions) -> {
                    TestPolicy policy = TestPolicy.of(kind)
                            .refusing(refused.toArray(Refusal[]::new))
                            .limits(limit, 1_000_000, Duration.ofSeconds(1))
                            .exceptions(exceptions.toArray(PolicyException[]::new));
                    if (preference > 100) {
                        policy.localPreference(preference);
                    }
                    return feeds ? policy.policy() : policy.switchedOff().policy();
                });
    }

    private static Arbitrary<PolicyException> exceptions() {
        return Combinators.combine(
                        Arbitraries.of(PREFIXES),
                        Arbitraries.of(OptionalLong.empty(), OptionalLong.of(1), OptionalLong.of(9)),
                        Arbitraries.integers().between(-1, 10))
                .as((prefix, neighbour, seconds) -> new PolicyException(
                        new PolicyException.Scope(Optional.of(Prefix.parse(prefix)), OptionalLong.empty(), neighbour),
                        List.of(),
                        "noc",
                        "test",
                        NOW.plusSeconds(seconds)));
    }
}
