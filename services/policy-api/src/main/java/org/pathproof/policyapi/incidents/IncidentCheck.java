// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.log.LogOwner.Changes;
import org.pathproof.policyapi.log.VersionedLog;

/**
 * Compares the incidents with the faults of a moment, and returns the records to write: opened, changed and closed
 * incidents. Each replica checks; {@link VersionedLog} accepts the first of equal changes. One thread checks.
 */
final class IncidentCheck {
    /** Maximum number of open incidents. All further causes are one incident. */
    static final int MAX_OPEN = 10_000;

    /** Maximum number of closed incidents. The oldest ones are removed. */
    static final int MAX_CLOSED = 10_000;

    /** Time for which closed incidents and ended mutes stay. */
    static final Duration KEEP_TIME = Duration.ofDays(30);

    /** Time between records of an incident whose size changes. A size that doubles is written at once. */
    static final Duration UPDATE_INTERVAL = Duration.ofMinutes(1);

    /** Time after which an incident without a change is written, for its last time. */
    static final Duration CONFIRM_INTERVAL = Duration.ofMinutes(5);

    /** Maximum number of records of one check, so that a flood of causes does not flood the topic. */
    private static final int MAX_RECORDS = 500;

    /** Maximum number of incidents of one check that get examples, each of which is a search. */
    private static final int MAX_SEARCHES = 5;

    private final VersionedLog<EntryKey, IncidentEntry> entries;
    private final IncidentSettings settings;
    private final Function<Subject, Examples> examples;
    private final int maxOpen;
    private final int maxClosed;
    /** First time at which this replica saw a fault, without a break. */
    private final Map<Subject, Instant> activeSince = new HashMap<>();
    /** First time at which this replica saw no fault of an open incident, without a break. */
    private final Map<Subject, Instant> absentSince = new HashMap<>();

    private int searches;

    /** @param examples finds affected routes of a fault */
    IncidentCheck(
            VersionedLog<EntryKey, IncidentEntry> entries,
            IncidentSettings settings,
            Function<Subject, Examples> examples,
            int maxOpen,
            int maxClosed) {
        this.entries = entries;
        this.settings = settings;
        this.examples = examples;
        this.maxOpen = maxOpen;
        this.maxClosed = maxClosed;
    }

    /** Forgets the times. To be called after a time without data. */
    void reset() {
        activeSince.clear();
        absentSince.clear();
    }

    /** The incidents of the log. */
    private static final class Present {
        private final Map<Subject, Incident> open = new HashMap<>();
        private final List<Incident> closed = new ArrayList<>();
        /** Highest number of an incident by subject. */
        private final Map<Subject, Long> numbers = new HashMap<>();
    }

    Changes<EntryKey, IncidentEntry> check(Faults faults, Instant now) {
        searches = 0;
        List<IncidentEntry> changes = new ArrayList<>();
        List<EntryKey> removals = new ArrayList<>();
        Present present = present(now, removals);
        addOldest(present.closed, now, removals);
        noteTimes(faults, now);
        open(faults, present, now, changes);
        for (Map.Entry<Subject, Incident> entry : present.open.entrySet()) {
            Incident change = changes.size() < MAX_RECORDS ? compare(entry.getValue(), faults, now) : null;
            if (change != null) {
                changes.add(change);
            }
        }
        absentSince.keySet().retainAll(present.open.keySet());
        return new Changes<>(changes, removals.stream().limit(MAX_RECORDS).toList());
    }

    private Present present(Instant now, List<EntryKey> removals) {
        Present present = new Present();
        for (IncidentEntry entry : entries.all()) {
            switch (entry) {
                case Mute mute -> {
                    if (mute.expires().plus(KEEP_TIME).isBefore(now)) {
                        removals.add(mute.key());
                    }
                }
                case Incident incident -> {
                    present.numbers.merge(incident.subject(), incident.key().number(), Math::max);
                    if (incident.closed()) {
                        present.closed.add(incident);
                    } else {
                        present.open.put(incident.subject(), incident);
                    }
                }
            }
        }
        return present;
    }

    private void addOldest(List<Incident> closed, Instant now, List<EntryKey> removals) {
        closed.sort(Comparator.comparing(Incident::changed).reversed());
        for (int i = 0; i < closed.size(); i++) {
            Incident incident = closed.get(i);
            if (i >= maxClosed || incident.changed().plus(KEEP_TIME).isBefore(now)) {
                removals.add(incident.key());
            }
        }
    }

    private void noteTimes(Faults faults, Instant now) {
        activeSince
                .keySet()
                .removeIf(subject -> subject.kind() != IncidentKind.OTHERS
                        && !faults.faults().containsKey(subject));
        faults.faults()
                .keySet()
                .forEach(subject ->
                        activeSince.putIfAbsent(subject, faults.since().getOrDefault(subject, now)));
    }

    /** Opens incidents for the faults that last for long enough, the largest first. */
    private void open(Faults faults, Present present, Instant now, List<IncidentEntry> changes) {
        List<Map.Entry<Subject, Fault>> due = faults.faults().entrySet().stream()
                .filter(fault -> !present.open.containsKey(fault.getKey()) && isDue(fault.getKey(), now))
                .sorted(Comparator.comparingLong((Map.Entry<Subject, Fault> fault) ->
                                -fault.getValue().size())
                        .thenComparing(Map.Entry::getKey))
                .toList();
        Incident ofOthers = present.open.get(Subject.OTHERS);
        int room = Math.max(0, maxOpen - present.open.size() + (ofOthers == null ? 0 : 1));
        due.stream()
                .limit(Math.min(room, MAX_RECORDS))
                .forEach(fault -> changes.add(first(fault.getKey(), fault.getValue(), present, now)));
        Fault others = sum(due.stream().skip(room).map(Map.Entry::getValue).toList());
        if (others.causes() == 0) {
            activeSince.remove(Subject.OTHERS);
        } else {
            activeSince.putIfAbsent(Subject.OTHERS, now);
        }
        if (ofOthers != null) {
            // Without the faults of all kinds, a smaller number of causes says nothing.
            boolean complete = faults.current().size() >= IncidentKind.values().length - 2;
            Incident change = compare(ofOthers, others, complete, now);
            if (change != null) {
                changes.add(change);
            }
        } else if (others.causes() > 0) {
            changes.add(first(Subject.OTHERS, others, present, now));
        }
    }

    private boolean isDue(Subject subject, Instant now) {
        Instant since = activeSince.get(subject);
        return since != null && !since.plus(settings.openAfter()).isAfter(now);
    }

    private static Fault sum(List<Fault> faults) {
        return new Fault(faults.stream().mapToLong(Fault::size).sum(), 0, 0, faults.size());
    }

    private Incident first(Subject subject, Fault fault, Present present, Instant now) {
        long number = present.numbers.getOrDefault(subject, 0L) + 1;
        Instant first = activeSince.getOrDefault(subject, now);
        return Incident.opened(new EntryKey.OfIncident(subject, number), first, fault, search(subject), now);
    }

    private Examples search(Subject subject) {
        if (searches >= MAX_SEARCHES) {
            return Examples.NONE;
        }
        searches++;
        return examples.apply(subject);
    }

    private @Nullable Incident compare(Incident incident, Faults faults, Instant now) {
        IncidentKind kind = incident.subject().kind();
        if (kind == IncidentKind.OTHERS) {
            return null; // compared with the causes beyond the bound
        }
        if (!faults.known().contains(kind)) {
            absentSince.remove(incident.subject());
            return null;
        }
        Fault fault = faults.faults().getOrDefault(incident.subject(), Fault.NONE);
        return compare(incident, fault, faults.current().contains(kind), now);
    }

    /** Returns the next version that is due; null for none. */
    private @Nullable Incident compare(Incident incident, Fault fault, boolean current, Instant now) {
        Subject subject = incident.subject();
        Instant seen = now;
        if (fault.size() > 0) {
            absentSince.remove(subject);
        } else if (!current) {
            absentSince.remove(subject);
            return null;
        } else {
            Instant since = absentSince.computeIfAbsent(subject, ignored -> now);
            if (!since.plus(settings.closeAfter()).isAfter(now)) {
                return incident.closed(incident.fault().size() > 0 ? since : incident.last(), now);
            }
            seen = incident.fault().size() > 0 ? since : incident.last();
        }
        boolean changed = !fault.equals(incident.fault());
        boolean doubled = fault.size() >= 2 * Math.max(1, incident.largest());
        boolean due = changed && (doubled || isBefore(incident.changed(), UPDATE_INTERVAL, now));
        if (!due && (fault.size() == 0 || !isBefore(incident.changed(), CONFIRM_INTERVAL, now))) {
            return null;
        }
        Examples more = fault.size() > incident.largest() ? search(subject) : Examples.NONE;
        return incident.updated(fault, more, seen, now);
    }

    private static boolean isBefore(Instant time, Duration interval, Instant now) {
        return !time.plus(interval).isAfter(now);
    }
}
