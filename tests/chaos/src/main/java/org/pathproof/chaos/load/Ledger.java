// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.load;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The record of all announcements: number, kind and time of each. Counts withdrawals, too. Thread-safe. */
public final class Ledger {
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, Announced> announced = new ConcurrentHashMap<>();
    private final Map<RouteName, Deque<Pending>> pending = new ConcurrentHashMap<>();
    private final AtomicReference<Gap> longest = new AtomicReference<>(Gap.NONE);
    private final AtomicReference<Gap> recent = new AtomicReference<>(Gap.NONE);
    private final AtomicLong updates = new AtomicLong();

    /** An announcement. */
    public record Announced(RouteName route, Kind kind) {}

    /** The wait for a verdict: its start by {@link System#nanoTime} and its length, in nanoseconds. */
    public record Gap(long since, long nanos) {
        static final Gap NONE = new Gap(0, 0);

        static Gap longer(Gap a, Gap b) {
            return a.nanos() < b.nanos() ? b : a;
        }
    }

    private record Pending(int number, long nanos) {}

    /** Records an announcement before it is sent and returns its number, which is positive. */
    public int announce(RouteName route, Kind kind) {
        int number = numbers.incrementAndGet();
        announced.put(number, new Announced(route, kind));
        updates.incrementAndGet();
        Deque<Pending> of = pending.computeIfAbsent(route, r -> new ArrayDeque<>());
        synchronized (of) {
            of.addLast(new Pending(number, System.nanoTime()));
        }
        return number;
    }

    /** Records a withdrawal before it is sent. The effects of two withdrawals cannot be told apart. */
    public void withdraw() {
        updates.incrementAndGet();
    }

    public @Nullable Announced find(int number) {
        return announced.get(number);
    }

    /** Returns the number of updates. */
    public long updates() {
        return updates.get();
    }

    /** Records the verdict on an announcement. Earlier announcements of the route then need no verdict. */
    public void recordVerdict(RouteName route, int number) {
        Deque<Pending> of = pending.get(route);
        if (of == null) {
            return;
        }
        synchronized (of) {
            if (of.stream().noneMatch(p -> p.number() == number)) {
                return;
            }
            while (true) {
                Pending first = of.removeFirst();
                if (first.number() == number) {
                    Gap gap = new Gap(first.nanos(), System.nanoTime() - first.nanos());
                    longest.accumulateAndGet(gap, Gap::longer);
                    recent.accumulateAndGet(gap, Gap::longer);
                    return;
                }
            }
        }
    }

    /** Returns the longest wait for a verdict since the last call. */
    public Gap takeLongest() {
        return longest.getAndSet(Gap.NONE);
    }

    /** Returns the longest wait for a verdict since the last call, without an effect on {@link #takeLongest}. */
    public Gap takeRecent() {
        return recent.getAndSet(Gap.NONE);
    }

    /** Ends all waits after the table is settled. An update that a later one replaced gets no verdict. */
    public void endWaits() {
        pending.clear();
    }
}
