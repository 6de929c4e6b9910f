// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.feeds;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pathproof.chaos.feeds.OverrideModel.End;
import org.pathproof.chaos.feeds.OverrideModel.Path;
import org.pathproof.chaos.feeds.OverrideModel.Place;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/**
 * Measures how long overrides stay at routers after the need for them ended, and finds overrides that leave although
 * they are needed. While the chain is up, an override must leave within {@link #LIMIT}. Thread-safe.
 */
public final class FeedWatch {
    /** Longest permitted stay of an override after the end of its need, while the chain is up. */
    public static final Duration LIMIT = Duration.ofSeconds(1);

    private static final int MAX_FAULTS = 1_000;

    private final OverrideModel model;
    private final List<String> faults = new ArrayList<>();
    /** Overrides that stayed too long, or left although they were needed, since {@link #begin}. */
    private final List<String> late = new ArrayList<>();

    private int slow;
    /** Delays while the chain was up, in milliseconds. */
    private final List<Long> withdrawn = new ArrayList<>();

    private final List<Long> announced = new ArrayList<>();
    private boolean chainUp;
    private long chainUpSince;
    private long measuredNanos;
    private long recentNanos;
    private long longestDownNanos;
    private long longestKeptNanos;

    public FeedWatch(OverrideModel model) {
        this.model = model;
    }

    /** The chain is up from now on. */
    public synchronized void begin() {
        if (!chainUp) {
            chainUp = true;
            chainUpSince = System.nanoTime();
        }
    }

    /**
     * A fault of the chain begins, or the load ends. Overrides that stayed too long, or left too early, are faults only
     * if all verdicts were in time. Otherwise, the machine is too slow for the load.
     *
     * @param longestVerdictNanos longest wait for a verdict since {@link #begin}
     */
    public synchronized void end(long longestVerdictNanos) {
        if (!chainUp) {
            return;
        }
        chainUp = false;
        measuredNanos += System.nanoTime() - chainUpSince;
        if (longestVerdictNanos <= LIMIT.toNanos()) {
            late.forEach(this::fault);
        } else {
            slow += late.size();
        }
        late.clear();
    }

    /** A router received an override. */
    synchronized void added(Place place, List<PathAttribute> attributes) {
        long since = model.since(place);
        int number = number(attributes);
        if (chainUp
                && since >= chainUpSince
                && model.needed(place).filter(path -> path.number() == number).isPresent()) {
            announced.add((System.nanoTime() - since) / 1_000_000);
        }
    }

    /**
     * A router lost an override.
     *
     * @param covered true if the router has another override of the prefix
     */
    synchronized void removed(Place place, HeldRoute held, boolean covered) {
        int number = number(held.attributes());
        long now = System.nanoTime();
        Optional<End> end = model.endOf(place, number);
        if (end.isPresent()) {
            left(place, held, end.get(), now);
        } else if (!covered && chainUp) {
            long since = model.since(place);
            boolean needed = model.needed(place)
                    .map(Path::number)
                    .filter(n -> n == number)
                    .isPresent();
            if (needed && since >= chainUpSince && now - since > LIMIT.toNanos()) {
                late.add(place + " lost the needed override " + number);
            }
        }
    }

    private void left(Place place, HeldRoute held, End end, long now) {
        // After the return of a key, an override may be announced until the last route of the key is judged again. Its
        // stay then begins with the announcement.
        long nanos = now - Math.max(end.nanos(), held.sinceNanos());
        if (held.stale()) {
            longestKeptNanos = Math.max(longestKeptNanos, nanos);
            return;
        }
        recentNanos = Math.max(recentNanos, nanos);
        if (!chainUp || end.nanos() < chainUpSince) {
            longestDownNanos = Math.max(longestDownNanos, nanos);
            return;
        }
        withdrawn.add(nanos / 1_000_000);
        if (nanos > LIMIT.toNanos()) {
            late.add(place + " had the override " + number(held.attributes()) + " for " + nanos / 1_000_000
                    + " ms after the end of its need by the " + end.event());
        }
    }

    /** A router received an UPDATE with an error that makes it a withdrawal (RFC 7606). */
    synchronized void malformed(String router, Update update) {
        fault(router + " received a malformed update: " + update.errors());
    }

    private void fault(String text) {
        if (faults.size() < MAX_FAULTS) {
            faults.add(text);
        }
    }

    /** Returns the number of an override's update, which is its first community; 0 without one. */
    static int number(List<PathAttribute> attributes) {
        return new Update(List.of(), attributes, List.of(), List.of())
                .find(Communities.class)
                .map(communities -> communities.values().getFirst())
                .orElse(0);
    }

    /** Returns the longest stay of an override after the end of its need, since the last call, in nanoseconds. */
    public synchronized long takeRecent() {
        long recent = recentNanos;
        recentNanos = 0;
        return recent;
    }

    /** Returns all violations so far. */
    public synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    /** Returns the line of the record for the measurements since the last call. */
    public synchronized String takeReport() {
        String report = String.format(
                Locale.ROOT,
                "feeds: chain up for %.0f s: %s; %s; %d late with their verdicts; longest stay while the chain was down %.1f s, by graceful restart %.1f s",
                measuredNanos / 1e9,
                delays("withdrawn or replaced", withdrawn),
                delays("announced", announced),
                slow,
                longestDownNanos / 1e9,
                longestKeptNanos / 1e9);
        withdrawn.clear();
        announced.clear();
        measuredNanos = 0;
        slow = 0;
        longestDownNanos = 0;
        longestKeptNanos = 0;
        return report;
    }

    private static String delays(String what, List<Long> millis) {
        if (millis.isEmpty()) {
            return "no override " + what;
        }
        List<Long> sorted = millis.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%,d %s, median %d ms, 99%% %d ms, longest %d ms",
                sorted.size(),
                what,
                sorted.get(sorted.size() / 2),
                sorted.get((int) (sorted.size() * 0.99)),
                sorted.getLast());
    }
}
