// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import static org.slf4j.MarkerFactory.getMarker;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.intake.Intake;
import org.pathproof.contracts.metrics.StandaloneMetricNames;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.validator.kafka.ValidatorStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Watches the disk of the data folder, and closes the intake before Kafka's log fails for lack of space. The process
 * ends if the broker cannot write its log. Routers wait until the free space is a quarter above the reserve.
 *
 * <p>The reserve is for the verdicts of accepted routes and for revalidation after RPKI changes. Its minimum is one
 * verdict and one row for every route. When three quarters of the reserve are used, verdicts wait, too.
 */
final class DiskWatch implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(DiskWatch.class);
    /** Size of a verdict and a changelog row, with their keys and Kafka's overhead. */
    private static final long BYTES_PER_ROUTE = 1_000;

    private static final double RESUME_FACTOR = 1.25;
    private static final double PAUSE_FRACTION = 0.25;

    private final Path folder;
    private final DiskSettings settings;
    private final Intake intake;
    private final ValidatorStreams validator;
    private final MeterRegistry registry;
    private volatile DiskSpace last = new DiskSpace(Long.MAX_VALUE, Long.MAX_VALUE, 0, 0);
    private volatile String failure = "";
    private volatile boolean stopped;
    private volatile boolean warned;
    private CountDownLatch ending = new CountDownLatch(1);
    private @Nullable Thread thread;

    /** Space on the disk, and the thresholds, in bytes. */
    record DiskSpace(long free, long total, long warn, long reserve) {}

    DiskWatch(Path folder, DiskSettings settings, Intake intake, ValidatorStreams validator, MeterRegistry registry) {
        this.folder = folder;
        this.settings = settings;
        this.intake = intake;
        this.validator = validator;
        this.registry = registry;
        check();
        Gauge.builder(StandaloneMetricNames.DISK_FREE, () -> last.free()).register(registry);
        Gauge.builder(StandaloneMetricNames.DISK_RESERVE, () -> last.reserve()).register(registry);
    }

    @Override
    public void start() {
        ending = new CountDownLatch(1);
        thread = Thread.ofPlatform().name("disk-watch").daemon().start(this::run);
    }

    @Override
    public void stop() {
        ending.countDown();
        Thread running = thread;
        if (running != null) {
            try {
                running.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            thread = null;
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    /** Starts before the collector and stops after it. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }

    private void run() {
        try {
            while (!ending.await(settings.interval().toMillis(), TimeUnit.MILLISECONDS)) {
                check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Measures the disk, and opens or closes the intake. */
    private void check() {
        try {
            FileStore store = Files.getFileStore(folder);
            long total = store.getTotalSpace();
            last = new DiskSpace(
                    store.getUsableSpace(),
                    total,
                    settings.warn().bytes(total),
                    Math.max(settings.stop().bytes(total), routes() * BYTES_PER_ROUTE));
            failure = "";
        } catch (IOException e) {
            if (failure.isEmpty()) {
                log.error(
                        getMarker("disk-unmeasurable"),
                        "cannot measure the free space: folder={} error={}",
                        folder,
                        e.toString());
            }
            failure = "cannot measure the free space of the disk of " + folder + ": " + e;
            return;
        }
        warn();
        updateIntake();
    }

    private void warn() {
        boolean low = last.free() < last.warn();
        if (low && !warned) {
            log.warn(getMarker("disk-warning"), "disk: problem=\"{}\"", warning());
        }
        warned = low;
    }

    private void updateIntake() {
        DiskSpace now = last;
        if (now.free() < now.reserve()) {
            intake.close("disk", sentence());
            if (!stopped) {
                log.error(getMarker("disk-full"), "disk: problem=\"{}\"", sentence());
            }
            stopped = true;
        } else if (stopped && now.free() >= RESUME_FACTOR * now.reserve()) {
            stopped = false;
            intake.open("disk");
            log.info("the intake of routes is open again: folder={} free={}", folder, size(now.free()));
        }
        if (now.free() < PAUSE_FRACTION * now.reserve()) {
            validator.pause("the disk of " + folder + " has " + size(now.free()) + " free");
        } else if (now.free() >= now.reserve()) {
            validator.resume();
        }
    }

    /** Returns the problem for health; empty if the disk has enough space. */
    String problem() {
        return !failure.isEmpty() ? failure : stopped ? sentence() : "";
    }

    /** Returns the detail that health shows while there is no problem. */
    String state() {
        return warned ? warning() : size(last.free()) + " of " + size(last.total()) + " free";
    }

    DiskSpace last() {
        return last;
    }

    private String sentence() {
        DiskSpace now = last;
        return "the intake of routes is closed: the disk of " + folder + " has " + size(now.free()) + " free and "
                + size(now.reserve()) + " must stay free (pathproof.disk.stop): free some space; the intake resumes at "
                + size((long) (RESUME_FACTOR * now.reserve()));
    }

    private String warning() {
        DiskSpace now = last;
        return "the disk of " + folder + " has " + size(now.free()) + " free, less than " + size(now.warn())
                + " (pathproof.disk.warn): the intake of routes closes below " + size(now.reserve());
    }

    private long routes() {
        return (long) registry.find(ValidatorMetricNames.ROUTES).gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    /** Formats a size in the units of settings, where 1 GB is 1024 MB. */
    private static String size(long bytes) {
        double gigabytes = (double) bytes / (1 << 30);
        return gigabytes >= 10
                ? String.format(Locale.ROOT, "%.0f GB", gigabytes)
                : gigabytes >= 1 ? String.format(Locale.ROOT, "%.1f GB", gigabytes) : (bytes >> 20) + " MB";
    }
}
