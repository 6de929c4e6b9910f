// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.pathproof.wire.Prefix;

/** The changes of one router's best paths, with their times. Thread-safe. */
public final class Timeline {
    private final String router;
    private final Map<Prefix, List<Change>> changes = new HashMap<>();

    /** @param nanos time of the observation, as in {@link System#nanoTime} */
    private record Change(long nanos, Best best) {}

    public Timeline(String router) {
        this.router = router;
    }

    /** Adds an observation. The observation is left out if nothing changed. */
    public synchronized void observe(Prefix prefix, Best best) {
        List<Change> known = changes.computeIfAbsent(prefix, ignored -> new ArrayList<>());
        if (known.isEmpty() || !known.getLast().best().equals(best)) {
            known.add(new Change(System.nanoTime(), best));
            notifyAll();
        }
    }

    /**
     * Waits for a best path.
     *
     * @param from earliest time of the change, as in {@link System#nanoTime}
     * @return the time of the first change to such a best path
     * @throws IllegalStateException when no such change comes within {@code limit}
     */
    public synchronized long await(Prefix prefix, long from, Predicate<Best> wanted, Duration limit)
            throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            Optional<Change> found = changes.getOrDefault(prefix, List.of()).stream()
                    .filter(change -> change.nanos() >= from && wanted.test(change.best()))
                    .findFirst();
            if (found.isPresent()) {
                return found.get().nanos();
            }
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new IllegalStateException(router + " did not change its best path to " + prefix + " within "
                        + limit.toSeconds() + " s; changes: " + changes.getOrDefault(prefix, List.of()));
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Returns the number of changes of the next hop after {@code from}. */
    public synchronized int nextHopChanges(Prefix prefix, long from) {
        int count = 0;
        String before = "";
        for (Change change : changes.getOrDefault(prefix, List.of())) {
            if (change.nanos() >= from && !change.best().nextHop().equals(before)) {
                count++;
            }
            before = change.best().nextHop();
        }
        return count;
    }

    /** Returns the best path now, or {@link Best#NONE} for an unknown prefix. */
    public synchronized Best current(Prefix prefix) {
        List<Change> known = changes.getOrDefault(prefix, List.of());
        return known.isEmpty() ? Best.NONE : known.getLast().best();
    }

    /**
     * Returns the time since which all best paths are as wanted, as in {@link System#nanoTime}. Empty if the best path
     * now is not.
     */
    public synchronized OptionalLong since(Prefix prefix, Predicate<Best> wanted) {
        OptionalLong since = OptionalLong.empty();
        for (Change change : changes.getOrDefault(prefix, List.of()).reversed()) {
            if (!wanted.test(change.best())) {
                break;
            }
            since = OptionalLong.of(change.nanos());
        }
        return since;
    }

    /** Returns the time without a path after {@code from} and after the first path. */
    public synchronized Duration lost(Prefix prefix, long from) {
        long lost = 0;
        long begin = Long.MAX_VALUE;
        boolean had = false;
        for (Change change : changes.getOrDefault(prefix, List.of())) {
            if (begin != Long.MAX_VALUE) {
                lost += Math.max(0, change.nanos() - Math.max(begin, from));
            }
            boolean none = change.best().equals(Best.NONE);
            had |= !none;
            begin = none && had ? change.nanos() : Long.MAX_VALUE;
        }
        return Duration.ofNanos(begin == Long.MAX_VALUE ? lost : lost + System.nanoTime() - Math.max(begin, from));
    }
}
