// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import static org.slf4j.MarkerFactory.getMarker;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;

/**
 * Compares the limit of file descriptors with the configured connections, and reports when descriptors run out. Holds
 * some descriptors in reserve, and closes them then, so that requests for health can still be accepted.
 */
final class DescriptorWatch implements HealthIndicator, SmartLifecycle {
    /** Descriptors for files, pipes, Kafka and Redis. */
    static final int FILES = 2_000;

    /** Number of free descriptors below which health is down. */
    static final int LEAST_FREE = 64;

    private static final Logger log = LoggerFactory.getLogger(DescriptorWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final int RESERVE = 32;
    private static final Path NOTHING = Path.of("/dev/null");

    private final Descriptors descriptors;
    private final long needed;
    private final String settings;
    private final List<Closeable> reserve = new ArrayList<>();
    private volatile boolean isShort;
    private volatile long open;
    private @Nullable ScheduledExecutorService clock;

    /** The descriptors of this process. */
    interface Descriptors {
        /** Returns the number of open descriptors; -1 if none is left to count them. */
        long open();

        /** Returns the limit; empty if it is unknown. */
        Optional<Long> limit();
    }

    /**
     * @param needed number of connections that the settings permit
     * @param settings names and values of these settings
     */
    DescriptorWatch(Descriptors descriptors, long needed, String settings) {
        this.descriptors = descriptors;
        this.needed = needed + FILES;
        this.settings = settings;
    }

    /** Returns the descriptors of this process by the operating system. */
    static Descriptors ofProcess() {
        return new Descriptors() {
            @Override
            public long open() {
                return system().map(UnixOperatingSystemMXBean::getOpenFileDescriptorCount)
                        .orElse(0L);
            }

            @Override
            public Optional<Long> limit() {
                return system().map(UnixOperatingSystemMXBean::getMaxFileDescriptorCount);
            }
        };
    }

    private static Optional<UnixOperatingSystemMXBean> system() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? Optional.of(unix)
                : Optional.empty();
    }

    @Override
    public void start() {
        Optional<Long> limit = descriptors.limit();
        if (limit.isPresent() && limit.get() < needed) {
            log.warn(
                    getMarker("descriptors-few"),
                    "file descriptors may run out: limit={} needed={} settings=\"{}\"; raise the limit (ulimit -n, LimitNOFILE), or lower the settings",
                    limit.get(),
                    needed,
                    settings);
        }
        fillReserve();
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("descriptor-watch").daemon().factory());
        clock = started;
        var _ = started.scheduleWithFixedDelay(this::check, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        ScheduledExecutorService running = clock;
        if (running != null) {
            running.shutdownNow();
        }
        clock = null;
        closeReserve();
    }

    @Override
    public boolean isRunning() {
        return clock != null;
    }

    void check() {
        open = descriptors.open();
        boolean now = descriptors
                .limit()
                .filter(limit -> open < 0 || limit - open < LEAST_FREE)
                .isPresent();
        if (now) {
            closeReserve();
        } else {
            fillReserve();
        }
        if (now && !isShort) {
            log.error(getMarker("descriptors-exhausted"), "file descriptors: problem=\"{}\"", sentence());
        }
        isShort = now;
    }

    private synchronized void fillReserve() {
        try {
            while (reserve.size() < RESERVE) {
                reserve.add(FileChannel.open(NOTHING));
            }
        } catch (IOException e) {
            log.debug("no descriptors for the reserve", e);
        }
    }

    private synchronized void closeReserve() {
        for (Closeable each : reserve) {
            try {
                each.close();
            } catch (IOException e) {
                log.debug("closing a descriptor failed", e);
            }
        }
        reserve.clear();
    }

    private String sentence() {
        return "file descriptors run out: " + (open < 0 ? "none is free" : open + " are open") + " of "
                + descriptors.limit().orElse(0L)
                + ": raise the limit (ulimit -n, LimitNOFILE), or lower " + settings
                + "; further connections of routers and clients are not accepted";
    }

    @Override
    public Health health() {
        return isShort
                ? Health.down().withDetail("problems", sentence()).build()
                : Health.up()
                        .withDetail("open", open)
                        .withDetail("limit", descriptors.limit().orElse(0L))
                        .build();
    }
}
