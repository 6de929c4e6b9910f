// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.intake.Intake;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Closes the intake of routes before the Java heap is full. Lost sessions still expire while the intake is closed, so
 * that their routes leave the heap. A mark in the data folder says that the heap is nearly full. A start that finds the
 * mark follows a run that ended for lack of memory.
 */
public final class HeapGuard implements SmartLifecycle {
    /** Share of the heap in use after garbage collection above which the intake closes. */
    static final double CLOSING_RATIO = 0.92;

    /** Share of the heap in use below which the intake opens again. */
    static final double OPENING_RATIO = 0.80;

    private static final Logger log = LoggerFactory.getLogger(HeapGuard.class);
    private static final Duration INTERVAL = Duration.ofMillis(250);
    /** Number of intervals between two garbage collections that the guard causes. */
    private static final int COLLECTION_PERIOD = 40;

    /** The same after a collection that freed the heap. */
    private static final int HELPFUL_PERIOD = 4;

    private static final String NAME = "heap";
    private static final String MARK = "heap-nearly-full";

    private final DoubleSupplier used;
    private final Intake intake;
    private final Path mark;
    private final Runnable collection;
    private @Nullable ScheduledExecutorService clock;
    private boolean closed;
    /** Intervals since the last garbage collection that the guard caused. */
    private int rounds = COLLECTION_PERIOD;
    /** True if the last garbage collection freed the heap. */
    private boolean collectionHelped;

    /**
     * @param used returns the share of the heap that was in use after the last garbage collection
     * @param data the data folder
     * @param collection collects garbage
     */
    HeapGuard(DoubleSupplier used, Intake intake, Path data, Runnable collection) {
        this.used = used;
        this.intake = intake;
        this.mark = data.resolve(MARK);
        this.collection = collection;
    }

    /** Removes the mark of the last run. Returns true if that run ended while its heap was nearly full. */
    public static boolean takeMark(Path data) throws IOException {
        return Files.deleteIfExists(data.resolve(MARK));
    }

    @Override
    public void start() {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("heap-guard").daemon().factory());
        clock = started;
        var _ = started.scheduleWithFixedDelay(this::check, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Removes the mark: this run does not end for lack of memory. */
    @Override
    public void stop() {
        ScheduledExecutorService running = clock;
        if (running != null) {
            running.shutdownNow();
        }
        clock = null;
        setMark(false);
    }

    @Override
    public boolean isRunning() {
        return clock != null;
    }

    /** Starts before the collector and stops after it. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }

    void check() {
        rounds++;
        double ratio = used.getAsDouble();
        if (!closed && ratio >= CLOSING_RATIO && rounds > (collectionHelped ? HELPFUL_PERIOD : COLLECTION_PERIOD)) {
            // G1 counts garbage that is found, and not yet collected.
            collect();
            ratio = used.getAsDouble();
            collectionHelped = ratio < OPENING_RATIO;
        }
        if (!closed && ratio >= CLOSING_RATIO) {
            closed = true;
            setMark(true);
            intake.close(NAME, sentence(ratio));
            log.error(getMarker("heap-nearly-full"), "heap: problem=\"{}\"", sentence(ratio));
        } else if (closed && ratio < OPENING_RATIO) {
            closed = false;
            setMark(false);
            intake.open(NAME);
            log.info("the intake of routes is open again: heap_in_use={} %", Math.round(ratio * 100));
        } else if (closed && rounds >= COLLECTION_PERIOD) {
            collect(); // a closed intake allocates too little for a collection that would show free memory
        }
    }

    private void collect() {
        rounds = 0;
        collection.run();
    }

    private static String sentence(double ratio) {
        return "the intake of routes is closed: " + Math.round(ratio * 100)
                + " % of the Java heap are in use after garbage collection: start with a larger heap (--heap), or"
                + " restrict pathproof.collector.routers; the intake opens again below "
                + Math.round(OPENING_RATIO * 100) + " %";
    }

    private void setMark(boolean wanted) {
        try {
            if (wanted) {
                Files.write(mark, new byte[0]);
            } else {
                Files.deleteIfExists(mark);
            }
        } catch (IOException e) {
            log.warn(getMarker("heap-mark-failed"), "cannot change the mark of a full heap: file={} error={}", mark, e);
        }
    }
}
