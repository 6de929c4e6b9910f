// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.pathproof.lab.Lab;
import org.pathproof.lab.Lab.Attachment;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;

/**
 * Withdraws routes and announces them again, and records the times. Tests compare a table that was read under load with
 * this record.
 */
final class RecordedChurn implements AutoCloseable {
    private final Random random;
    private final int withdrawnRoutes;
    private final Map<String, Place> places = new HashMap<>();
    private final List<Place> present;
    private final Deque<Place> away = new ArrayDeque<>();
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("recorded-churn").daemon().factory());

    /** A route of a neighbor and the times of its changes, in nanoseconds, before and after each change. */
    private static final class Place {
        final Attachment at;
        final Nlri nlri;
        final Update update;
        final List<Change> changes = new ArrayList<>();

        Place(Attachment at, Nlri nlri, Update update) {
            this.at = at;
            this.nlri = nlri;
            this.update = update;
        }
    }

    private record Change(boolean present, long from, long to) {}

    /** Creates the record of all ordinary routes of a lab. All of them are announced. */
    RecordedChurn(Lab lab, long seed, int withdrawnRoutes) {
        this.random = new Random(seed);
        this.withdrawnRoutes = withdrawnRoutes;
        for (Attachment at : lab.attachments()) {
            at.router().announced(at.peer()).forEach((nlri, update) -> {
                Place place = new Place(at, nlri, update);
                places.put(
                        name(
                                at.router().name(),
                                at.peer().address(),
                                nlri.prefix().toString()),
                        place);
            });
        }
        present = new ArrayList<>(places.values());
    }

    /** Returns the name of a row: router, peer and prefix. */
    static String name(String router, Bytes peer, String prefix) {
        return router + " " + peer.u8(0) + "." + peer.u8(1) + "." + peer.u8(2) + "." + peer.u8(3) + " " + prefix;
    }

    int size() {
        return places.size();
    }

    void start(Duration tick) {
        var _ = ticker.scheduleWithFixedDelay(this::tick, tick.toNanos(), tick.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void tick() {
        if (ticker.isShutdown()) {
            return;
        }
        int i = random.nextInt(present.size());
        Place goes = present.get(i);
        present.set(i, present.getLast());
        present.removeLast();
        change(goes, false);
        away.addLast(goes);
        if (away.size() > withdrawnRoutes) {
            Place comes = away.removeFirst();
            change(comes, true);
            present.add(comes);
        }
    }

    private static void change(Place place, boolean comes) {
        long from = System.nanoTime();
        if (comes) {
            place.at.router().announce(place.at.peer(), place.update);
        } else {
            place.at.router().withdraw(place.at.peer(), place.nlri);
        }
        place.changes.add(new Change(comes, from, System.nanoTime()));
    }

    /**
     * Returns the faults of a table as one sentence; empty if there are none. Each row must be correct for some time
     * between {@code from} and {@code to}, by {@link System#nanoTime}. Rows of other routes are ignored.
     */
    synchronized Optional<String> fault(Map<String, String> table, Map<String, String> expected, long from, long to) {
        List<String> wrong = new ArrayList<>();
        places.forEach((name, place) -> {
            String row = table.get(name);
            if (row == null ? !hadState(place, false, from, to) : !hadState(place, true, from, to)) {
                wrong.add(name + (row == null ? " is missing" : " is present, although it was withdrawn"));
            } else if (row != null && !row.equals(expected.get(name))) {
                wrong.add(name + " is " + row + " instead of " + expected.get(name));
            }
        });
        return wrong.isEmpty()
                ? Optional.empty()
                : Optional.of(wrong.size() + " rows are wrong, such as " + wrong.subList(0, Math.min(3, wrong.size())));
    }

    /**
     * Returns true if a route was present, or absent, for some time of an interval. During a change, a route counts as
     * both.
     */
    private static boolean hadState(Place place, boolean present, long from, long to) {
        boolean state = true;
        boolean was = false;
        long since = Long.MIN_VALUE;
        for (Change change : place.changes) {
            boolean overlaps = (since == Long.MIN_VALUE || since - to <= 0) && change.to - from >= 0;
            was |= state == present && overlaps;
            state = change.present;
            since = change.from;
        }
        return was || state == present && (since == Long.MIN_VALUE || since - to <= 0);
    }

    /** Stops after every route is announced again. */
    @Override
    public void close() {
        // The current tick is not interrupted, because an interrupt would lose its update.
        ticker.shutdown();
        synchronized (this) {
            while (!away.isEmpty()) {
                Place comes = away.removeFirst();
                change(comes, true);
                present.add(comes);
            }
        }
    }
}
