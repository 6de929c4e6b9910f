// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.awaitility.Awaitility;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * Tests mailboxes of a hub: the merged change that a task takes equals the changes in order, and a stalled task keeps
 * one set alive.
 */
class RpkiMailboxTest {
    private static final List<RpkiObject> POOL = List.of(
            key(64501, 1),
            key(64501, 2),
            key(64502, 3),
            new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64501),
            new Vrp(Prefix.parse("198.51.100.0/24"), 25, 64501),
            new Vrp(Prefix.parse("2001:db8::/32"), 48, 64502),
            new Aspa(64501, List.of(64502L)),
            new Aspa(64501, List.of(64502L, 64503L)));

    private final StepSource source = new StepSource();

    /** Objects announced and withdrawn by one step. If {@code isTaken}, the task then takes its changes. */
    record Step(Set<RpkiObject> announced, Set<RpkiObject> withdrawn, boolean isTaken) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Set<RpkiObject>> objects = Arbitraries.of(POOL).set().ofMaxSize(4);
        return objects.flatMap(announced -> objects.flatMap(withdrawn ->
                        Arbitraries.of(true, false, false).map(taken -> new Step(announced, withdrawn, taken))))
                .list()
                .ofMaxSize(20);
    }

    @Property
    void takenChangesEqualTheChangesInOrder(@ForAll("steps") List<Step> steps) {
        StepSource source = new StepSource();
        source.begin(POOL.subList(0, 3));
        RpkiHub.Subscription task = RpkiHub.following(source).subscribe();
        Set<RpkiObject> held = new HashSet<>(RpkiSnapshot.all(task.set().orElseThrow()));
        for (Step step : steps) {
            source.change(step.announced(), step.withdrawn());
            if (step.isTaken()) {
                take(task.changes(), held);
            }
        }
        take(task.changes(), held);
        assertThat(held).isEqualTo(objects(source.current().orElseThrow()));
        assertThat(task.changes().isEmpty()).isTrue();
    }

    private static void take(RpkiMailbox mailbox, Set<RpkiObject> held) {
        RpkiMailbox.Merged merged = mailbox.take();
        if (merged == null) {
            return;
        }
        assertThat(merged.isComplete()).isTrue();
        assertThat(held).as("withdrawn objects were there").containsAll(merged.withdrawn());
        assertThat(merged.announced()).as("announced objects are new").noneMatch(held::contains);
        held.removeAll(merged.withdrawn());
        held.addAll(merged.announced());
        assertThat(held).isEqualTo(objects(merged.after()));
    }

    private static Set<RpkiObject> objects(RpkiSet set) {
        return new HashSet<>(RpkiSnapshot.all(set));
    }

    @Example
    void aStalledTaskKeepsOneSetAliveThroughThousandsOfChanges() {
        source.begin(POOL.subList(0, 3));
        RpkiHub hub = RpkiHub.following(source);
        RpkiMailbox stalled = hub.subscribe().changes();
        List<WeakReference<RpkiSet>> sets = new ArrayList<>();
        int changes = 5_000;
        for (int i = 0; i < changes; i++) {
            source.change(List.of(key(65000 + i, i)), i == 0 ? List.of() : List.of(key(64999 + i, i - 1)));
            sets.add(new WeakReference<>(source.current().orElseThrow()));
        }
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return sets.stream().filter(set -> set.get() != null).count() == 1;
        });
        RpkiMailbox.Merged merged = Objects.requireNonNull(stalled.take());
        assertThat(merged.after()).isSameAs(source.current().orElseThrow());
        assertThat(merged.announced()).containsExactly(key(64999 + changes, changes - 1));
        assertThat(merged.withdrawn()).isEmpty();
    }

    @Example
    void aChangeAboveTheLimitListsNothing() {
        source.begin(List.of());
        RpkiMailbox mailbox = RpkiHub.following(source).subscribe().changes();
        int half = RpkiMailbox.MAX_LISTED_OBJECTS / 2 + 1;
        source.change(vrps(0, half), List.of());
        source.change(vrps(half, 2 * half), List.of());
        source.announce(POOL.getFirst());
        RpkiMailbox.Merged merged = Objects.requireNonNull(mailbox.take());
        assertThat(merged.isComplete()).isFalse();
        assertThat(merged.announced()).isEmpty();
        assertThat(objects(merged.after())).hasSize(2 * half + 1);
        source.withdraw(POOL.getFirst());
        merged = Objects.requireNonNull(mailbox.take());
        assertThat(merged.isComplete()).isTrue();
        assertThat(merged.withdrawn()).containsExactly(POOL.getFirst());
    }

    @Example
    void aClosedMailboxReceivesNothing() {
        source.begin(List.of());
        RpkiHub hub = RpkiHub.following(source);
        RpkiMailbox closed = hub.subscribe().changes();
        RpkiMailbox open = hub.subscribe().changes();
        closed.close();
        source.announce(POOL.getFirst());
        assertThat(closed.isEmpty()).isTrue();
        assertThat(open.isEmpty()).isFalse();
    }

    private static Collection<Vrp> vrps(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> new Vrp(Prefix.parse("10." + (i >> 8 & 0xff) + "." + (i & 0xff) + ".0/24"), 24, i >> 16))
                .toList();
    }

    private static RouterKey key(long asn, int number) {
        return new RouterKey(asn, Bytes.wrap(filled(20, number)), Bytes.wrap(filled(91, number)));
    }

    private static byte[] filled(int length, int number) {
        byte[] filled = new byte[length];
        filled[0] = (byte) (number >> 8);
        filled[1] = (byte) number;
        return filled;
    }
}
