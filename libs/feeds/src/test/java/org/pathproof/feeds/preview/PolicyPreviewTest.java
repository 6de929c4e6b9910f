// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.feeds.TestPolicy.NOW;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.override.NetworkOverrides;
import org.pathproof.feeds.override.OneRouter;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.override.PathTables;
import org.pathproof.feeds.override.RouterOverrides;
import org.pathproof.feeds.path.AnnouncedPath;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.feeds.tag.TagChange;
import org.pathproof.feeds.tag.TagEngine;
import org.pathproof.wire.Prefix;

/** Tests that a preview equals the changes that the engines make when the policy is applied. */
class PolicyPreviewTest {
    private static final List<String> PREFIXES =
            List.of("203.0.113.0/24", "198.51.100.0/24", "192.0.2.0/24", "10.0.0.0/8");

    @Property(tries = 1_000)
    void equalsTheChangesOfTheAppliedPolicy(
            @ForAll("tables") List<CandidatePath> table,
            @ForAll("policies") RouterPolicy before,
            @ForAll("policies") RouterPolicy after) {
        Feed feed = new Feed(before);
        table.forEach(feed.overrides::put);
        feed.advance(NOW);
        Map<Slot, RouteAttributes> announcedBefore = Map.copyOf(feed.announced);
        Instant later = NOW.plusSeconds(5);

        NetworkOverrides copy = feed.network.network().copyForPreview();
        PolicyPreview preview = new PolicyPreview(copy.router("r1").orElseThrow(), feed.tags);
        preview.apply(after);
        copy.advance(later);
        List<PreviewedChange> expected = preview.changes().toList();
        Map<Slot, Optional<RouteAttributes>> unchanged = feed.advance(NOW);
        assertThat(unchanged).as("a preview changes nothing").isEmpty();

        // The preview also has the changes by exceptions that expired since the first decision.
        feed.setPolicy(after);
        Map<Slot, Optional<RouteAttributes>> changes = feed.advance(later);
        assertThat(bySlot(expected)).isEqualTo(changes);
        assertThat(preview.waiting()).isEqualTo(feed.overrides.counts().waiting());
        assertThat(preview.withoutAcceptedPath())
                .isEqualTo(feed.overrides.counts().withoutAcceptedPath());
        for (PreviewedChange change : expected) {
            assertThat(change.before().map(AnnouncedPath::attributes))
                    .isEqualTo(Optional.ofNullable(announcedBefore.get(Slot.of(change))));
            change.after().ifPresent(path -> assertThat(table).contains(path.path()));
        }
        Set<PreviewedChange.Feed> kinds =
                changes.keySet().stream().map(Slot::feed).collect(Collectors.toSet());
        Statistics.collect(
                kinds.stream().sorted().map(PreviewedChange.Feed::label).collect(Collectors.joining(", ")));
        Statistics.coverage(coverage -> {
            coverage.check("override").percentage(share -> share > 5);
            coverage.check("tag").percentage(share -> share > 5);
            coverage.check("override, tag").percentage(share -> share > 2);
        });
    }

    /** An announcement of a feed. */
    private record Slot(PreviewedChange.Feed feed, Prefix prefix, long pathId) {
        static Slot of(PreviewedChange change) {
            return new Slot(change.feed(), change.prefix(), change.pathId());
        }
    }

    /** The two engines of a router, and the announcements that its session has. */
    private static final class Feed {
        final OneRouter network;
        final RouterOverrides overrides;
        final TagEngine tags;
        final Map<Slot, RouteAttributes> announced = new HashMap<>();

        Feed(RouterPolicy policy) {
            network = new OneRouter(policy);
            overrides = network.router();
            tags = new TagEngine(policy, overrides::isOwn);
        }

        void setPolicy(RouterPolicy policy) {
            overrides.setPolicy(policy);
            tags.setPolicy(policy);
        }

        /** Returns the changes of both engines. */
        Map<Slot, Optional<RouteAttributes>> advance(Instant now) {
            Map<Slot, Optional<RouteAttributes>> changes = new HashMap<>();
            for (OverrideChange change : network.advance(now)) {
                changes.put(new Slot(PreviewedChange.Feed.OVERRIDE, change.prefix(), 0), change.attributes());
            }
            tags.suspend(!overrides.suspensions().isEmpty());
            for (TagChange change : tags.advance(overrides.prefixes(), overrides::paths)) {
                changes.put(new Slot(PreviewedChange.Feed.TAG, change.prefix(), change.pathId()), change.attributes());
            }
            changes.forEach((slot, attributes) ->
                    attributes.ifPresentOrElse(present -> announced.put(slot, present), () -> announced.remove(slot)));
            return changes;
        }
    }

    private static Map<Slot, Optional<RouteAttributes>> bySlot(List<PreviewedChange> preview) {
        Map<Slot, Optional<RouteAttributes>> changes = new HashMap<>();
        preview.forEach(change -> changes.put(Slot.of(change), change.after().map(AnnouncedPath::attributes)));
        assertThat(changes).as("each announcement changes once").hasSameSizeAs(preview);
        return changes;
    }

    @Provide
    Arbitrary<List<CandidatePath>> tables() {
        return PathTables.externalPaths(Arbitraries.of(PREFIXES))
                .list()
                .ofMinSize(8)
                .ofMaxSize(20);
    }

    @Provide
    Arbitrary<RouterPolicy> policies() {
        return Combinators.combine(
                        Arbitraries.of(PolicyKind.class),
                        Arbitraries.of(Refusal.class).set(),
                        Arbitraries.of(true, true, true, false),
                        Arbitraries.longs().between(0, 1).map(i -> 100 + 4_900 * i),
                        Arbitraries.of(2, 1_000_000),
                        exceptions().list().ofMaxSize(2),
                        Arbitraries.of(64496L, 64497L))
                .as((kind, refused, feeds, preference, limit, exceptions, ownAs) -> {
                    TestPolicy policy = TestPolicy.of(kind)
                            .refusing(refused.toArray(Refusal[]::new))
                            .limits(limit, 1_000_000, Duration.ofSeconds(1))
                            .exceptions(exceptions.toArray(PolicyException[]::new))
                            .ownAs(ownAs);
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
                .as((prefix, neighbor, seconds) -> new PolicyException(
                        new PolicyException.Scope(Optional.of(Prefix.parse(prefix)), OptionalLong.empty(), neighbor),
                        List.of(),
                        "noc",
                        "test",
                        NOW.plusSeconds(seconds)));
    }
}
