// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.override.PathTables;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.Prefix;

class TagEngineTest {
    private static final RouterPolicy TAG = TestPolicy.of(PolicyKind.TAG).policy();

    private final Map<Prefix, List<CandidatePath>> paths = new HashMap<>();
    /** The announcements that a neighbor has after all changes. */
    private final Map<Prefix, NavigableMap<Long, RouteAttributes>> received = new HashMap<>();

    private final TagEngine engine = new TagEngine(TAG, TestPolicy.SPEAKERS::announced);

    private List<TagChange> advance() {
        List<TagChange> changes = engine.advance(paths.keySet(), prefix -> paths.getOrDefault(prefix, List.of()));
        for (TagChange change : changes) {
            NavigableMap<Long, RouteAttributes> of =
                    received.computeIfAbsent(change.prefix(), ignored -> new TreeMap<>());
            change.attributes()
                    .ifPresentOrElse(
                            attributes -> of.put(change.pathId(), attributes),
                            () -> assertThat(of.remove(change.pathId())).isNotNull());
        }
        received.values().removeIf(Map::isEmpty);
        return changes;
    }

    private void put(CandidatePath path) {
        List<CandidatePath> all = new ArrayList<>(paths.getOrDefault(path.prefix(), List.of()));
        all.removeIf(known -> known.key().equals(path.key()));
        all.add(path);
        paths.put(path.prefix(), all);
        engine.markChanged(path.prefix());
    }

    @Test
    void announcesNothingWhileSuspended() {
        put(TestPath.of(1).path());
        assertThat(advance()).isEmpty();
        engine.suspend(false);
        assertThat(advance()).as("the best path and the single path").hasSize(2);
        assertThat(engine.paths()).isEqualTo(1);
        assertThat(advance()).isEmpty();
        engine.suspend(true);
        assertThat(advance()).hasSize(2);
        assertThat(received).isEmpty();
        assertThat(engine.paths()).isZero();
    }

    @Test
    void withdrawsAllPathsUnderAnotherPolicy() {
        put(TestPath.of(1).path());
        engine.suspend(false);
        advance();
        engine.setPolicy(RouterPolicy.OBSERVE);
        advance();
        assertThat(received).isEmpty();
        engine.setPolicy(TAG);
        advance();
        assertThat(received).hasSize(1);
    }

    @Test
    void aWithdrawnPathChangesOnlyItsOwnIdentifier() {
        put(TestPath.of(1).localPreference(200).path());
        put(TestPath.of(2).path());
        engine.suspend(false);
        advance();
        paths.put(TestPath.PREFIX, List.of(TestPath.of(1).localPreference(200).path()));
        engine.markChanged(TestPath.PREFIX);
        assertThat(advance()).singleElement().satisfies(change -> {
            assertThat(change.pathId()).isNotZero();
            assertThat(change.attributes()).isEmpty();
        });
    }

    /** After each batch, the neighbor has exactly the announcements of the rules for the current paths. */
    @Property(tries = 300)
    void equalsTheRules(@ForAll("batches") List<List<CandidatePath>> batches) {
        TagRules rules = new TagRules(TAG, TestPolicy.SPEAKERS::announced);
        TagEngineTest fresh = new TagEngineTest();
        fresh.engine.suspend(false);
        for (List<CandidatePath> batch : batches) {
            batch.forEach(fresh::put);
            if (batch.size() == 3) { // a peer ends
                fresh.paths
                        .values()
                        .forEach(all -> all.removeIf(path ->
                                path.peer().key().equals(batch.getFirst().peer().key())));
                fresh.paths.values().removeIf(List::isEmpty);
                fresh.engine.markAllChanged();
            }
            fresh.advance();
            Set<Prefix> prefixes = new HashSet<>(fresh.paths.keySet());
            prefixes.addAll(fresh.received.keySet());
            for (Prefix prefix : prefixes) {
                NavigableMap<Long, RouteAttributes> expected = new TreeMap<>();
                rules.announcements(fresh.paths.getOrDefault(prefix, List.of()))
                        .forEach((pathId, path) -> expected.put(pathId, path.attributes()));
                assertThat(fresh.received.getOrDefault(prefix, new TreeMap<>())).isEqualTo(expected);
            }
        }
    }

    @Provide
    Arbitrary<List<List<CandidatePath>>> batches() {
        return PathTables.paths(Arbitraries.of("203.0.113.0/24", "198.51.100.0/24"))
                .list()
                .ofMaxSize(4)
                .list()
                .ofMaxSize(6);
    }
}
