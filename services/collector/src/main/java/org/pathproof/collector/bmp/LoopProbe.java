// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures the time for which messages wait for the event loops of routers. Each loop runs a task at an interval, after
 * it has handled the messages that it read. A task that is late shows that messages are late, too.
 */
final class LoopProbe {
    static final Duration INTERVAL = Duration.ofMillis(500);

    private final LongSupplier nanoTime;
    private final List<Loop> loops = new ArrayList<>();

    /** The last run of the task of a loop. */
    private static final class Loop {
        private volatile long ranNanos;

        private Loop(long ranNanos) {
            this.ranNanos = ranNanos;
        }
    }

    /** @param nanoTime a clock such as {@link System#nanoTime} */
    LoopProbe(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Starts the tasks. The shutdown of the loops ends them. */
    void start(Iterable<EventExecutor> executors) {
        for (EventExecutor executor : executors) {
            Runnable task = add();
            var _ = executor.scheduleAtFixedRate(task, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Adds a loop, and returns its task. */
    Runnable add() {
        Loop loop = new Loop(nanoTime.getAsLong());
        loops.add(loop);
        return () -> loop.ranNanos = nanoTime.getAsLong();
    }

    /** Returns the longest time, in nanoseconds, for which a task is late; 0 if none is. */
    long lateNanos() {
        long now = nanoTime.getAsLong();
        long late = 0;
        for (Loop loop : loops) {
            late = Math.max(late, now - loop.ranNanos - INTERVAL.toNanos());
        }
        return late;
    }
}
