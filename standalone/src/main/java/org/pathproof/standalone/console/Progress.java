// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.console;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Prints each step of the start, and a reminder every ten seconds during the step. */
public final class Progress implements AutoCloseable {
    private static final Duration REMINDER = Duration.ofSeconds(10);

    private final Console console;
    private final Duration reminder;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("progress").daemon().factory());
    private @Nullable String step;
    private long begun;
    private long reportedNanos;

    /** Creates a report with a reminder every ten seconds. */
    public Progress(Console console) {
        this(console, REMINDER);
    }

    /** @param reminder time between two reminders of a step */
    Progress(Console console, Duration reminder) {
        this.console = console;
        this.reminder = reminder;
        long interval = reminder.toMillis() / 10;
        var _ = clock.scheduleAtFixedRate(this::remind, interval, interval, TimeUnit.MILLISECONDS);
    }

    /** Begins a step and ends the previous one. */
    public synchronized void step(String name) {
        step = name;
        begun = System.nanoTime();
        reportedNanos = begun;
        console.say(name + " …");
    }

    /** Ends the last step. */
    public synchronized void end() {
        step = null;
    }

    @Override
    public void close() {
        end();
        clock.shutdownNow();
    }

    private synchronized void remind() {
        String current = step;
        long now = System.nanoTime();
        if (current != null && now - reportedNanos >= reminder.toNanos()) {
            reportedNanos = now;
            console.say(
                    "  … " + current + ", for " + Duration.ofNanos(now - begun).toSeconds() + " s");
        }
    }
}
