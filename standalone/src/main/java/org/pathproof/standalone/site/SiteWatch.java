// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.console.ConsoleChecklist;
import org.pathproof.verdictstore.input.StoreInputStatus;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.store.RouteTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the progress of a running site on the console: verdicts read back from Kafka, steps of the checklist, and
 * routers that disconnect.
 */
final class SiteWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SiteWatch.class);
    private static final long INTERVAL_MS = 1_000;
    private static final long REMINDER_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** Number of remaining records above which reading them takes long enough for a report. */
    private static final long MIN_REPORTED_RECORDS = 10_000;

    private final StoreStatus store;
    private final RouteTable verdicts;
    private final ConsoleChecklist checklist;
    private final RouterReport routers;
    private final Console console;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("site-watch").daemon().factory());
    private boolean readingBack;
    private boolean ready;
    private boolean more = true;
    private long reportedNanos;

    SiteWatch(StoreStatus store, RouteTable verdicts, ConsoleChecklist checklist, Console console) {
        this.store = store;
        this.verdicts = verdicts;
        this.checklist = checklist;
        this.routers = new RouterReport(verdicts, console);
        this.console = console;
    }

    void start() {
        var _ = clock.scheduleWithFixedDelay(this::check, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    private void check() {
        try {
            more = more && checklist.update();
            ready = ready || readBack(store.input());
            if (ready) {
                routers.update();
            }
        } catch (RuntimeException e) {
            log.warn(getMarker("progress-check-failed"), "could not check the progress of the site; trying again", e);
        }
    }

    private boolean readBack(StoreInputStatus input) {
        if (input.ready()) {
            if (readingBack) {
                console.say(String.format(Locale.ROOT, "Read %,d verdicts back from Kafka.", verdicts.size()));
            }
            return true;
        }
        long now = System.nanoTime();
        if (input.remaining() >= MIN_REPORTED_RECORDS && (!readingBack || now - reportedNanos > REMINDER_NANOS)) {
            console.say(String.format(
                    Locale.ROOT, "Reading verdicts back from Kafka: %,d records left …", input.remaining()));
            readingBack = true;
            reportedNanos = now;
        }
        return false;
    }
}
