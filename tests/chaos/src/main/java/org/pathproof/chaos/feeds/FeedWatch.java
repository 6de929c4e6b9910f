// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.feeds;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.chaos.feeds.OverrideModel.End;
import org.pathproof.chaos.feeds.OverrideModel.Place;
import org.pathproof.chaos.routers.HeldRoute;
import org.pathproof.chaos.routers.RouteListener;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Update;

/**
 * Measures how long overrides stay at routers after the need for them ended, and finds overrides that leave although
 * they are needed. While the chain is up (the parts from the BMP connection to a replica), an override must leave
 * within a limit. Thread-safe.
 */
public final class FeedWatch implements RouteListener {
    /** Longest permitted stay of an override after the end of its need, while the chain is up, on a quiet machine. */
    public static final Duration LIMIT = Duration.ofSeconds(1);

    /** Number of processes that an update passes: collector, broker, validator, broker again, replica and this test. */
    private static final int PROCESSES = 6;

    private static final int MAX_FAULTS = 1_000;

    /** An override that stayed for {@code nanos} without need, or left after it was needed for {@code nanos}. */
    private record Late(String text, long nanos) {}

    private final OverrideModel model;
    private final List<String> faults = new ArrayList<>();
    /** Overrides that stayed too long, or left although they were needed, since {@link #begin}. */
    private final List<Late> late = new ArrayList<>();

    private Duration limit = LIMIT;
    private int slow;
    /** Delays while the chain was up, in milliseconds. */
    private final List<Long> withdrawn = new ArrayList<>();

    /** The delays after changes of the key. */
    private final List<Long> withdrawnByKey = new ArrayList<>();

    private final List<Long> announced = new ArrayList<>();
    private boolean chainUp;
    private long chainUpSince;
    private long measuredNanos;
    private long recentNanos;
    private long longestDownNanos;
    private long longestKeptNanos;
    private long longestStall;

    public FeedWatch(OverrideModel model) {
        this.model = model;
    }

    /** Sets the longest permitted stay, which is at least {@link #LIMIT}. */
    public synchronized void limit(Duration longest) {
        limit = longest;
    }

    @Override
    public void onChange(
            String router,
            int replica,
            Prefix prefix,
            @Nullable HeldRoute before,
            @Nullable HeldRoute now,
            boolean covered) {
        Place place = new Place(router, prefix);
        if (now != null) {
            onAdd(place, now.number());
        }
        if (before != null) {
            onRemove(place, before, covered);
        }
    }

    /** Records that the chain is up from now on. */
    public synchronized void begin() {
        if (!chainUp) {
            chainUp = true;
            chainUpSince = System.nanoTime();
        }
    }

    /**
     * A fault of the chain begins, or the load ends. An override may stay twice as long as the longest wait for a
     * verdict, because both depend on the machine. It may also stay longer by the wait of each process for a processor.
     * If a verdict took longer than {@link #LIMIT}, the machine is too slow for the load, and no override counts as a
     * fault.
     *
     * @param longestVerdictNanos longest wait for a verdict since {@link #begin}
     * @param longestStallNanos longest wait of a runnable thread for a processor since {@link #begin}
     */
    public synchronized void end(long longestVerdictNanos, long longestStallNanos) {
        if (!chainUp) {
            return;
        }
        chainUp = false;
        measuredNanos += System.nanoTime() - chainUpSince;
        long permitted = longestVerdictNanos > LIMIT.toNanos()
                ? Long.MAX_VALUE
                : Math.max(limit.toNanos() + PROCESSES * longestStallNanos, 2 * longestVerdictNanos);
        longestStall = Math.max(longestStall, longestStallNanos);
        for (Late each : late) {
            if (each.nanos() > permitted) {
                addFault(each.text());
            } else {
                slow++;
            }
        }
        late.clear();
    }

    /** Records an override that a router received. */
    private synchronized void onAdd(Place place, int number) {
        if (chainUp && model.since(place) >= chainUpSince && isNeeded(place, number)) {
            announced.add((System.nanoTime() - model.latest(place, number, false)) / 1_000_000);
        }
    }

    private boolean isNeeded(Place place, int number) {
        return model.needed(place).filter(path -> path.number() == number).isPresent();
    }

    /**
     * Records the loss of an override.
     *
     * @param covered true if the router has another override of the prefix
     */
    synchronized void onRemove(Place place, HeldRoute held, boolean covered) {
        int number = held.number();
        long now = System.nanoTime();
        Optional<End> end = model.endOf(place, number);
        if (end.isPresent()) {
            recordEnd(place, held, end.get(), now);
        } else if (!covered && chainUp && isNeeded(place, number)) {
            long nanos = now - Math.max(chainUpSince, model.latest(place, number, false));
            if (nanos > limit.toNanos()) {
                late.add(new Late(
                        place + " lost the override " + number + ", which was needed for " + nanos / 1_000_000 + " ms",
                        nanos));
            }
        }
    }

    private void recordEnd(Place place, HeldRoute held, End end, long now) {
        // After the return of a key, an override may be announced until the last route of the key is revalidated. Its
        // stay then begins with the announcement.
        long needed = Math.max(end.nanos(), model.latest(place, held.number(), true));
        long nanos = now - Math.max(needed, held.sinceNanos());
        if (held.stale()) {
            longestKeptNanos = Math.max(longestKeptNanos, nanos);
            return;
        }
        recentNanos = Math.max(recentNanos, nanos);
        if (!chainUp || end.nanos() < chainUpSince) {
            longestDownNanos = Math.max(longestDownNanos, nanos);
            return;
        }
        (end.byKey() ? withdrawnByKey : withdrawn).add(nanos / 1_000_000);
        if (nanos > limit.toNanos()) {
            late.add(new Late(
                    place + " had the override " + held.number() + " for " + nanos / 1_000_000
                            + " ms after the end of its need by the " + end.event(),
                    nanos));
        }
    }

    /** Records the UPDATE as a fault. */
    @Override
    public synchronized void onMalformedUpdate(String router, Update update) {
        addFault(router + " received a malformed update: " + update.errors());
    }

    private void addFault(String text) {
        if (faults.size() < MAX_FAULTS) {
            faults.add(text);
        }
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
                "feeds: chain up for %.0f s: %s; %s (key-sync had it after %d ms at most); %s; %d late with their verdicts; longest stay while the chain was down %.1f s, by graceful restart %.1f s; longest wait for a processor %d ms",
                measuredNanos / 1e9,
                delays("withdrawn or replaced", withdrawn),
                delays("by a change of the key", withdrawnByKey),
                model.takeLongestAnswer().toMillis(),
                delays("announced", announced),
                slow,
                longestDownNanos / 1e9,
                longestKeptNanos / 1e9,
                longestStall / 1_000_000);
        withdrawn.clear();
        withdrawnByKey.clear();
        announced.clear();
        measuredNanos = 0;
        slow = 0;
        longestDownNanos = 0;
        longestKeptNanos = 0;
        longestStall = 0;
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
