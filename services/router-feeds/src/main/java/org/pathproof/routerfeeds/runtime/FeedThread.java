// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.runtime;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a feed: runs one step when it is woken, at the time that the last step returned, and at least once in
 * each interval. Wake-ups during a step cause one more step. Thread-safe.
 */
public final class FeedThread {
    private static final Logger log = LoggerFactory.getLogger(FeedThread.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final String name;
    private final Clock clock;
    private final Duration interval;
    private final UnaryOperator<Instant> step;
    private final Semaphore work = new Semaphore(0);
    private volatile boolean running;
    private @Nullable Thread thread;

    /**
     * @param name name of the thread
     * @param interval longest time between two steps
     * @param step receives the current time and returns the time of the next step. The step must not throw
     */
    public FeedThread(String name, Clock clock, Duration interval, UnaryOperator<Instant> step) {
        this.name = name;
        this.clock = clock;
        this.interval = interval;
        this.step = step;
    }

    /** Requests a step. Any thread may call this method, which never blocks. */
    public void wake() {
        work.release();
    }

    /** Starts the thread. Does nothing if the thread is started. */
    public synchronized void start() {
        if (thread == null) {
            running = true;
            thread = Thread.ofPlatform().name(name).start(this::run);
        }
    }

    /** Interrupts the thread, and waits for its end for at most 5 s. */
    public synchronized void stop() {
        running = false;
        Thread stopping = thread;
        thread = null;
        if (stopping != null) {
            stopping.interrupt();
            try {
                stopping.join(STOP_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns true between {@link #start} and {@link #stop}. */
    public synchronized boolean isStarted() {
        return thread != null;
    }

    private void run() {
        Instant next = clock.instant();
        while (running) {
            try {
                long wait = Math.clamp(Duration.between(clock.instant(), next).toMillis(), 0, interval.toMillis());
                if (work.tryAcquire(wait, TimeUnit.MILLISECONDS)) {
                    work.drainPermits();
                }
                next = step.apply(clock.instant());
            } catch (InterruptedException e) {
                log.debug("event=stop thread={}", name, e);
                return;
            }
        }
    }
}
