// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

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
import org.pathproof.contracts.Metrics;
import org.pathproof.validator.ValidatorStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Watches the disk of the data folder, and closes the intake before the Kafka log fails for want of space: a broker whose log fails ends
 * the process. Routers wait then, and go on when there is space again, with a quarter of the reserve more.
 *
 * <p>What was taken in before is still judged, and an RPKI change still has routes judged again: the reserve is for that. It is never
 * smaller than what a verdict and a row of every route take. When even three quarters of it are used up, verdicts wait, too.
 */
final class DiskWatch implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(DiskWatch.class);
    /** A verdict and a row of the validator's changelog, with keys and what Kafka adds. */
    private static final long BYTES_OF_ROUTE = 1_000;

    private static final double GO_ON = 1.25;
    private static final double LAST_PART = 0.25;

    private final Path folder;
    private final DiskSettings settings;
    private final Intake intake;
    private final ValidatorStreams validator;
    private final MeterRegistry registry;
    private volatile Look last = new Look(Long.MAX_VALUE, Long.MAX_VALUE, 0, 0);
    private volatile String failure = "";
    private volatile boolean stopped;
    private volatile boolean warned;
    private CountDownLatch ending = new CountDownLatch(1);
    private @Nullable Thread thread;

    /** Space on the disk and the thresholds, in bytes. */
    record Look(long free, long total, long warn, long reserve) {}

    DiskWatch(Path folder, DiskSettings settings, Intake intake, ValidatorStreams validator, MeterRegistry registry) {
        this.folder = folder;
        this.settings = settings;
        this.intake = intake;
        this.validator = validator;
        this.registry = registry;
        look();
        Gauge.builder(Metrics.DISK_FREE, () -> last.free()).register(registry);
        Gauge.builder(Metrics.DISK_RESERVE, () -> last.reserve()).register(registry);
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

    /** Before the collector begins, and until it has ended. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }

    private void run() {
        try {
            while (!ending.await(settings.interval().toMillis(), TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks at the disk once, and does what follows. */
    private void look() {
        try {
            FileStore store = Files.getFileStore(folder);
            long total = store.getTotalSpace();
            last = new Look(
                    store.getUsableSpace(),
                    total,
                    settings.warn().bytes(total),
                    Math.max(settings.stop().bytes(total), routes() * BYTES_OF_ROUTE));
            failure = "";
        } catch (IOException e) {
            if (failure.isEmpty()) {
                log.error("the disk of {} cannot be looked at: {}", folder, e.toString());
            }
            failure = "the disk of " + folder + " cannot be looked at: " + e;
            return;
        }
        warn();
        stopOrGoOn();
    }

    private void warn() {
        boolean low = last.free() < last.warn();
        if (low && !warned) {
            log.warn("{}", warning());
        }
        warned = low;
    }

    private void stopOrGoOn() {
        Look now = last;
        if (now.free() < now.reserve()) {
            intake.close(sentence());
            if (!stopped) {
                log.error("{}", sentence());
            }
            stopped = true;
        } else if (stopped && now.free() >= GO_ON * now.reserve()) {
            stopped = false;
            intake.open();
            log.info("routes are taken in again: {} has {} free", folder, size(now.free()));
        }
        if (now.free() < LAST_PART * now.reserve()) {
            validator.pause("the disk of " + folder + " has " + size(now.free()) + " free");
        } else if (now.free() >= now.reserve()) {
            validator.resume();
        }
    }

    /** The reason for the health; empty when the disk has enough space and can be looked at. */
    String problem() {
        return !failure.isEmpty() ? failure : stopped ? sentence() : "";
    }

    /** The state for the health when there is no problem. */
    String state() {
        return warned ? warning() : size(last.free()) + " of " + size(last.total()) + " free";
    }

    Look last() {
        return last;
    }

    private String sentence() {
        Look now = last;
        return "no routes are taken in, because the disk of " + folder + " has " + size(now.free()) + " free and "
                + size(now.reserve()) + " must stay free (pathproof.disk.stop): make room, intake goes on by itself at "
                + size((long) (GO_ON * now.reserve()));
    }

    private String warning() {
        Look now = last;
        return "the disk of " + folder + " has " + size(now.free()) + " free, less than " + size(now.warn())
                + " (pathproof.disk.warn): no routes are taken in below " + size(now.reserve());
    }

    private long routes() {
        return (long) registry.find(Metrics.ROUTES).gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    /** In the units of settings, where 1GB is 1024 MB. */
    private static String size(long bytes) {
        double gigabytes = (double) bytes / (1 << 30);
        return gigabytes >= 10
                ? String.format(Locale.ROOT, "%.0f GB", gigabytes)
                : gigabytes >= 1 ? String.format(Locale.ROOT, "%.1f GB", gigabytes) : (bytes >> 20) + " MB";
    }
}
