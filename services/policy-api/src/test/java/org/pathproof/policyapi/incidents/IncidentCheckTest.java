// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.policyapi.log.LogOwner.Changes;
import org.pathproof.policyapi.log.VersionedLog;

final class IncidentCheckTest {
    private static final Instant START = Instant.parse("2026-11-29T12:00:00Z");
    private static final int MAX_OPEN = 3;
    private static final int MAX_CLOSED = 2;
    private static final Set<IncidentKind> ALL = EnumSet.allOf(IncidentKind.class);
    private static final Duration OPEN_AFTER = Duration.ofSeconds(10);
    private static final Duration CLOSE_AFTER = Duration.ofMinutes(5);

    private final VersionedLog<EntryKey, IncidentEntry> log = new VersionedLog<>();
    private final IncidentCheck check = check(log);
    private Examples examples = Examples.NONE;
    private Instant now = START;

    private IncidentCheck check(VersionedLog<EntryKey, IncidentEntry> of) {
        return new IncidentCheck(
                of, new IncidentSettings(OPEN_AFTER, CLOSE_AFTER), subject -> examples, MAX_OPEN, MAX_CLOSED);
    }

    private static Faults faults(Map<Subject, Fault> found) {
        return new Faults(found, Map.of(), ALL, ALL);
    }

    private static Map<Subject, Fault> ases(int number, long size) {
        Map<Subject, Fault> found = new HashMap<>();
        for (int asn = 1; asn <= number; asn++) {
            found.put(Subject.ofAs(asn), new Fault(size + asn, 1, 1, 1));
        }
        return found;
    }

    private int step(Duration time, Faults faults) {
        now = now.plus(time);
        Changes<EntryKey, IncidentEntry> changes = check.check(faults, now);
        changes.entries().forEach(entry -> {
            IncidentEntry read = IncidentRecords.parse(EntryKey.of(entry.key().toBytes()), entry.toBytes());
            assertThat(read).as("a record says all").isEqualTo(entry);
            assertThat(log.add(read.key(), read)).isEqualTo(VersionedLog.Outcome.ACCEPTED);
        });
        changes.removals().forEach(key -> log.add(key, null));
        return changes.entries().size();
    }

    private void open(Map<Subject, Fault> found) {
        step(Duration.ZERO, faults(found));
        step(OPEN_AFTER, faults(found));
    }

    private List<Incident> incidents(boolean closed) {
        return log.all().stream()
                .map(Incident.class::cast)
                .filter(incident -> incident.closed() == closed)
                .toList();
    }

    @Test
    void opensAfterTheFaultLastedAndHasItsFirstTime() {
        step(Duration.ZERO, faults(ases(1, 9)));
        assertThat(step(OPEN_AFTER.minusSeconds(1), faults(ases(1, 9)))).isZero();
        assertThat(step(Duration.ofSeconds(1), faults(ases(1, 9)))).isEqualTo(1);

        assertThat(incidents(false).getFirst().first()).isEqualTo(START);
        assertThat(incidents(false).getFirst().largest()).isEqualTo(10);
    }

    @Test
    void aFaultThatEndsEarlyIsNoIncident() {
        step(Duration.ZERO, faults(ases(1, 9)));
        step(Duration.ofSeconds(9), faults(Map.of()));
        step(Duration.ofSeconds(1), faults(ases(1, 9)));
        step(Duration.ofSeconds(9), faults(ases(1, 9)));
        assertThat(log.all()).isEmpty();
    }

    @Test
    void causesBeyondTheBoundAreOneIncident() {
        open(ases(8, 10));

        assertThat(incidents(false)).hasSize(MAX_OPEN + 1);
        Incident others = incidents(false).stream()
                .filter(incident -> incident.subject().equals(Subject.OTHERS))
                .findFirst()
                .orElseThrow();
        assertThat(others.fault().causes()).isEqualTo(5);
        assertThat(others.fault().size()).as("the smallest ones").isEqualTo(5 * 10 + 1 + 2 + 3 + 4 + 5);

        step(Duration.ofSeconds(1), faults(ases(100, 10)));
        assertThat(step(OPEN_AFTER, faults(ases(100, 10))))
                .as("doubled, not more incidents")
                .isEqualTo(1);
        assertThat(incidents(false)).hasSize(MAX_OPEN + 1);

        step(Duration.ZERO, faults(Map.of()));
        step(CLOSE_AFTER, faults(Map.of()));
        assertThat(incidents(false)).isEmpty();
    }

    @Test
    void closesAfterTheHoldDownWithTheLastTimeOfTheFault() {
        open(ases(1, 9));
        step(Duration.ofSeconds(5), faults(Map.of()));
        Instant gone = now;
        step(Duration.ofMinutes(4), faults(Map.of()));
        assertThat(incidents(false)).hasSize(1);
        step(Duration.ofMinutes(1), faults(Map.of()));

        Incident closed = incidents(true).getFirst();
        assertThat(closed.last()).isEqualTo(gone);
        assertThat(closed.largest()).isEqualTo(10);
    }

    @Test
    void neverClosesWithoutCurrentData() {
        open(ases(1, 9));
        Faults late = new Faults(Map.of(), Map.of(), ALL, Set.of());
        for (Faults without : List.of(late, Faults.UNKNOWN)) {
            step(Duration.ofSeconds(1), faults(Map.of()));
            step(CLOSE_AFTER, without);
            step(CLOSE_AFTER, without);
            step(Duration.ofSeconds(1), faults(Map.of()));
            assertThat(incidents(true)).isEmpty();
            step(Duration.ofSeconds(1), faults(ases(1, 9)));
        }
    }

    @Test
    void writesChangesOfTheSizeOnceAMinuteAndADoubledSizeAtOnce() {
        open(ases(1, 99));
        assertThat(step(Duration.ofSeconds(30), faults(ases(1, 119)))).isZero();
        assertThat(step(Duration.ofSeconds(30), faults(ases(1, 119)))).isEqualTo(1);
        assertThat(step(Duration.ofSeconds(1), faults(ases(1, 239)))).isEqualTo(1);
        assertThat(step(Duration.ofMinutes(4), faults(ases(1, 239)))).isZero();
        assertThat(step(Duration.ofMinutes(1), faults(ases(1, 239))))
                .as("its last time")
                .isEqualTo(1);
        assertThat(incidents(false).getFirst().last()).isEqualTo(now);
    }

    @Test
    void replicasThatSeeTheSameLogWriteTheSameKey() {
        IncidentCheck other = check(log);
        check.check(faults(ases(1, 9)), now);
        other.check(faults(ases(1, 9)), now.plusSeconds(1));
        IncidentEntry first =
                check.check(faults(ases(1, 9)), now.plusSeconds(10)).entries().getFirst();
        IncidentEntry second =
                other.check(faults(ases(1, 9)), now.plusSeconds(11)).entries().getFirst();

        assertThat(log.add(first.key(), first)).isEqualTo(VersionedLog.Outcome.ACCEPTED);
        assertThat(log.add(second.key(), second)).isEqualTo(VersionedLog.Outcome.REFUSED);
        assertThat(log.all()).containsExactly(first);
    }

    @Test
    void removesTheOldestClosedIncidents() {
        for (int i = 0; i <= MAX_CLOSED; i++) {
            open(ases(1, 9));
            step(Duration.ZERO, faults(Map.of()));
            step(CLOSE_AFTER, faults(Map.of()));
        }
        assertThat(incidents(true)).hasSize(MAX_CLOSED + 1);
        step(Duration.ofSeconds(1), faults(Map.of()));
        assertThat(incidents(true).stream().map(one -> one.key().number()).toList())
                .containsExactly(2L, 3L);
        step(IncidentCheck.KEEP_TIME.plusSeconds(1), faults(Map.of()));
        assertThat(log.all()).isEmpty();
    }

    @Test
    void aPrefixMutesOnlyAnIncidentWithAllItsRoutesShown() {
        examples = new Examples(List.of("192.0.2.0/25", "192.0.2.128/25"), List.of("R"), true);
        open(ases(1, 1));
        Mute.Scope scope = new Mute.Scope("", OptionalLong.empty(), "", "", "", "192.0.2.0/24");
        assertThat(scope.matches(incidents(false).getFirst())).isTrue();
        assertThat(new Mute.Scope("", OptionalLong.empty(), "", "", "", "192.0.2.0/25")
                        .matches(incidents(false).getFirst()))
                .isFalse();
        assertThat(new Mute.Scope("", OptionalLong.of(2), "R", "", "", "")
                        .matches(incidents(false).getFirst()))
                .isFalse();
        assertThat(new Mute.Scope("", OptionalLong.of(1), "R", "", "", "")
                        .matches(incidents(false).getFirst()))
                .isTrue();

        examples = Examples.NONE;
        step(Duration.ofSeconds(1), faults(ases(1, 99)));
        assertThat(scope.matches(incidents(false).getFirst())).isFalse();
    }
}
