// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.pathproof.contracts.metrics.StandaloneMetricNames;
import org.pathproof.standalone.console.Console;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Warns before the Java heap is full. The measure is the lowest use of the heap after garbage collection in the last
 * minute: memory that cannot be freed. A full heap ends the process (ExitOnOutOfMemoryError).
 */
public final class HeapWatch implements HealthIndicator, MeterBinder, AutoCloseable {
    /** Share of the heap in use above which a warning begins. */
    static final double WARNING_RATIO = 0.85;

    /** Share of the heap in use below which a warning ends. */
    private static final double RECOVERY_RATIO = 0.75;

    private static final int SAMPLES = 60;
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Console console;
    private final int samples;
    private final List<MemoryPoolMXBean> old;
    private final Deque<Double> ratios = new ArrayDeque<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("heap-watch").daemon().factory());
    private volatile double ratio;
    private volatile boolean isShort;

    private HeapWatch(Console console, int samples) {
        this.console = console;
        this.samples = samples;
        long heap = Runtime.getRuntime().maxMemory();
        // The old generation can take all of the heap (G1, ZGC) or most of it (Serial, Parallel).
        this.old = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
                .filter(pool -> pool.getUsage().getMax() > heap / 2)
                .toList();
    }

    /** Starts a watch with the default interval. */
    public static HeapWatch start(Console console) {
        return start(console, SAMPLES, INTERVAL);
    }

    /**
     * Starts a watch.
     *
     * @param samples number of consecutive high values before a warning
     * @param interval time between two values
     */
    public static HeapWatch start(Console console, int samples, Duration interval) {
        HeapWatch watch = new HeapWatch(console, samples);
        var _ = watch.clock.scheduleAtFixedRate(watch::sample, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
        return watch;
    }

    /** Returns the warning for operators while the heap is short. */
    Optional<String> problem() {
        return isShort
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "the Java heap is short: %d %% of %s are in use after garbage collection; start with a larger one"
                                + " (--heap %s) or with fewer routes",
                        Math.round(ratio * 100),
                        size(Runtime.getRuntime().maxMemory()),
                        size(2 * Runtime.getRuntime().maxMemory())))
                : Optional.empty();
    }

    @Override
    public Health health() {
        return problem()
                .map(problem -> Health.down().withDetail("problems", problem))
                .orElseGet(() -> Health.up()
                        .withDetail("inUse", Math.round(ratio * 100) + " %")
                        .withDetail("size", size(Runtime.getRuntime().maxMemory())))
                .build();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(StandaloneMetricNames.HEAP_LIVE_RATIO, this, watch -> watch.ratio)
                .register(registry);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    /** Returns the share of the heap that was in use after the last garbage collection. */
    double used() {
        long used = 0;
        long max = 1;
        for (MemoryPoolMXBean pool : old) {
            MemoryUsage after = pool.getCollectionUsage();
            if (after != null) {
                used += after.getUsed();
                max += after.getMax();
            }
        }
        return (double) used / max;
    }

    private void sample() {
        ratios.addLast(used());
        if (ratios.size() > samples) {
            ratios.removeFirst();
        }
        ratio = ratios.stream().min(Double::compare).orElse(0.0);
        boolean was = isShort;
        isShort = ratios.size() == samples && ratio > (was ? RECOVERY_RATIO : WARNING_RATIO);
        if (isShort && !was) {
            problem()
                    .ifPresent(
                            words -> console.warn(Character.toUpperCase(words.charAt(0)) + words.substring(1) + "."));
        }
    }

    /** Formats a size in the syntax of the option --heap. */
    private static String size(long bytes) {
        long mega = bytes >> 20;
        return mega >= 1024 && mega % 1024 == 0 ? mega / 1024 + "g" : mega + "m";
    }
}
