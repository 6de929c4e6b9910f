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

/** Every update that routers were told by their neighbours: its number, what it was, and when it was. Safe for use by several threads. */
public final class Ledger {
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, Announced> announced = new ConcurrentHashMap<>();
    private final Map<RouteName, Deque<Pending>> pending = new ConcurrentHashMap<>();
    private final AtomicReference<Gap> longest = new AtomicReference<>(Gap.NONE);
    private final AtomicLong updates = new AtomicLong();

    /** An announcement. */
    public record Announced(RouteName route, Kind kind) {}

    /** Between an announcement and its verdict: when it began, by {@link System#nanoTime}, and how long it was. */
    public record Gap(long since, long nanos) {
        static final Gap NONE = new Gap(0, 0);
    }

    private record Pending(int number, long nanos) {}

    /** Notes an announcement that is about to be made; its number, above 0. */
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

    /** Notes a withdrawal that is about to be made. What comes of it cannot be told from what comes of another one. */
    public void withdraw() {
        updates.incrementAndGet();
    }

    public @Nullable Announced find(int number) {
        return announced.get(number);
    }

    /** How many updates there were. */
    public long updates() {
        return updates.get();
    }

    /** The verdict on an announcement was read. What came before it needs no verdict any more. */
    public void answered(RouteName route, int number) {
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
                    longest.accumulateAndGet(gap, (a, b) -> a.nanos() < b.nanos() ? b : a);
                    return;
                }
            }
        }
    }

    /** The longest time between an announcement and its verdict since this was asked last. */
    public Gap takeLongest() {
        return longest.getAndSet(Gap.NONE);
    }

    /** The table is settled: an update that was overtaken before anybody could tell of it gets no verdict. */
    public void settled() {
        pending.clear();
    }
}
