// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.load;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Every update that routers were told by their neighbours: its number, what it was, and when it was. Safe for use by several threads. */
public final class Ledger {
    private static final int WITHDRAWAL = 0;

    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, Announced> announced = new ConcurrentHashMap<>();
    private final Map<RouteName, Deque<Pending>> pending = new ConcurrentHashMap<>();
    private final AtomicLong longest = new AtomicLong();
    private final AtomicLong updates = new AtomicLong();

    /** An announcement. */
    public record Announced(RouteName route, Kind kind) {}

    private record Pending(int number, long nanos) {}

    /** Notes an announcement that is about to be made; its number, above 0. */
    public int announce(RouteName route, Kind kind) {
        int number = numbers.incrementAndGet();
        announced.put(number, new Announced(route, kind));
        add(route, number);
        return number;
    }

    /** Notes a withdrawal that is about to be made. */
    public void withdraw(RouteName route) {
        add(route, WITHDRAWAL);
    }

    private void add(RouteName route, int number) {
        updates.incrementAndGet();
        Deque<Pending> of = pending.computeIfAbsent(route, r -> new ArrayDeque<>());
        synchronized (of) {
            of.addLast(new Pending(number, System.nanoTime()));
        }
    }

    public @Nullable Announced find(int number) {
        return announced.get(number);
    }

    /** How many updates there were. */
    public long updates() {
        return updates.get();
    }

    /** The verdict on an announcement was read, or for null a tombstone. What came before it needs no verdict any more. */
    public void answered(RouteName route, @Nullable Integer number) {
        Deque<Pending> of = pending.get(route);
        if (of == null) {
            return;
        }
        int answered = number == null ? WITHDRAWAL : number;
        synchronized (of) {
            if (of.stream().noneMatch(p -> p.number() == answered)) {
                return;
            }
            while (true) {
                Pending first = of.removeFirst();
                if (first.number() == answered) {
                    longest.accumulateAndGet(System.nanoTime() - first.nanos(), Math::max);
                    return;
                }
            }
        }
    }

    /** The longest time between an update and its verdict since this was asked last, in nanoseconds. */
    public long takeLongest() {
        return longest.getAndSet(0);
    }

    /** The table is settled: an update that was overtaken before anybody could tell of it gets no verdict. */
    public void settled() {
        pending.clear();
    }
}
