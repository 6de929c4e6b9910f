// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Says which step of the start is under way, and again every ten seconds while the step goes on. */
final class Progress implements AutoCloseable {
    private static final Duration REMINDER = Duration.ofSeconds(10);

    private final Console console;
    private final Duration reminder;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("progress").daemon().factory());
    private @Nullable String step;
    private long begun;
    private long said;

    Progress(Console console) {
        this(console, REMINDER);
    }

    /** @param reminder the time after which a step is named again */
    Progress(Console console, Duration reminder) {
        this.console = console;
        this.reminder = reminder;
        long interval = reminder.toMillis() / 10;
        var _ = clock.scheduleAtFixedRate(this::remind, interval, interval, TimeUnit.MILLISECONDS);
    }

    /** A step begins, and the one before it is over. */
    synchronized void step(String name) {
        step = name;
        begun = System.nanoTime();
        said = begun;
        console.say(name + " …");
    }

    /** All steps are over. */
    synchronized void end() {
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
        if (current != null && now - said >= reminder.toNanos()) {
            said = now;
            console.say("  … " + current + ", since "
                    + Duration.ofNanos(now - begun).toSeconds() + " s");
        }
    }
}
