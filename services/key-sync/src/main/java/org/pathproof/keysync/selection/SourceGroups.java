// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.selection;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.keysync.settings.Combination;
import org.pathproof.keysync.source.Source;
import org.pathproof.rpki.RpkiSnapshot;

/**
 * Makes the data in force from sources in preference groups. {@link SourceChoice} selects one source, or with {@link
 * Combination#UNION} one group, whose sources are merged.
 *
 * <p>The sources of a group are merged when all of them have data. A source that has no data is not awaited longer than
 * the failover time. The data of a source that fails stays in the union until it expires. Not thread-safe.
 */
final class SourceGroups {
    private final Combination combination;
    private final Duration failover;
    private final List<Integer> groups;
    /** Candidates of the choice, each as the indexes of its sources. */
    private final List<List<Integer>> candidates;

    private final SourceChoice choice;
    private final SourceUnion union = new SourceUnion();
    private @Nullable Instant begun;

    /**
     * The sources in use.
     *
     * @param used indexes of the sources in use
     * @param result their data; null before the first data
     */
    record Choice(List<Integer> used, Source.@Nullable Reading result) {
        private static final Choice NONE = new Choice(List.of(), null);
    }

    /** Creates groups; {@code groups} has the group of each source. */
    SourceGroups(Combination combination, Duration failover, List<Integer> groups) {
        this.combination = combination;
        this.failover = failover;
        this.groups = List.copyOf(groups);
        this.candidates = candidates(combination, groups);
        this.choice = new SourceChoice(failover);
    }

    private static List<List<Integer>> candidates(Combination combination, List<Integer> groups) {
        Map<Integer, List<Integer>> members = new TreeMap<>();
        for (int i = 0; i < groups.size(); i++) {
            int key = combination == Combination.UNION ? groups.get(i) : i;
            members.computeIfAbsent(key, k -> new ArrayList<>()).add(i);
        }
        return List.copyOf(members.values());
    }

    /** Chooses among the sources, whose readings are in the order of the groups given to the constructor. */
    Choice choose(List<Source.Reading> readings, Instant now) {
        Instant start = begun == null ? now : begun;
        begun = start;
        boolean waits = now.isBefore(start.plus(failover));
        List<SourceChoice.Candidate> states =
                candidates.stream().map(c -> candidate(c, readings, waits, now)).toList();
        int chosen = choice.choose(states, now);
        if (chosen < 0) {
            return Choice.NONE;
        }
        List<Integer> used = used(candidates.get(chosen), readings, now);
        return new Choice(used, merged(used.stream().map(readings::get).toList()));
    }

    private SourceChoice.Candidate candidate(
            List<Integer> members, List<Source.Reading> readings, boolean waits, Instant now) {
        List<Source.Reading> states = members.stream().map(readings::get).toList();
        boolean complete = !waits || states.stream().allMatch(state -> state.data() != null);
        return new SourceChoice.Candidate(
                groups.get(members.getFirst()),
                complete && states.stream().anyMatch(Source.Reading::works),
                complete && states.stream().anyMatch(state -> state.data() != null),
                states.stream().allMatch(state -> state.data() == null || state.hasExpired(now)));
    }

    /**
     * Returns the members with data that has not expired. If the data of all members has expired, returns all members
     * with data.
     */
    private static List<Integer> used(List<Integer> members, List<Source.Reading> readings, Instant now) {
        List<Integer> withData =
                members.stream().filter(i -> readings.get(i).data() != null).toList();
        List<Integer> current =
                withData.stream().filter(i -> !readings.get(i).hasExpired(now)).toList();
        return current.isEmpty() ? withData : current;
    }

    private Source.@Nullable Reading merged(List<Source.Reading> readings) {
        if (readings.size() < 2) {
            return readings.isEmpty() ? null : readings.getFirst();
        }
        List<RpkiSnapshot> data = readings.stream()
                .map(reading -> Objects.requireNonNull(reading.data()))
                .toList();
        return new Source.Reading(union.of(data), confirmed(readings), expires(readings), problem(readings));
    }

    private static @Nullable Instant confirmed(List<Source.Reading> readings) {
        return readings.stream()
                .map(Source.Reading::confirmed)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Returns the latest expiry, because expired data leaves the union; null if data of a source never expires. */
    private static @Nullable Instant expires(List<Source.Reading> readings) {
        Instant latest = Instant.MIN;
        for (Source.Reading reading : readings) {
            Instant expires = reading.expires();
            if (expires == null) {
                return null;
            }
            latest = expires.isAfter(latest) ? expires : latest;
        }
        return latest;
    }

    private static @Nullable String problem(List<Source.Reading> readings) {
        return readings.stream().anyMatch(Source.Reading::works)
                ? null
                : readings.stream()
                        .map(Source.Reading::problem)
                        .filter(Objects::nonNull)
                        .distinct()
                        .collect(Collectors.joining("; "));
    }

    Combination combination() {
        return combination;
    }
}
