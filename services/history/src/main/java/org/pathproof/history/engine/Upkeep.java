// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that merges files, writes snapshots, verifies check sums and deletes old files. A failed run is repeated.
 */
public final class Upkeep implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Upkeep.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    private final Engine engine;
    private final Clock clock;
    private final Duration interval;
    private final Merger merger;
    private final SnapshotWriter snapshots;
    private final Retention retention;
    private final Verifier verifier;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile @Nullable String problem;
    private @Nullable Thread thread;

    /**
     * The limits of the files.
     *
     * @param interval time between two runs
     * @param snapshots time between two snapshots
     * @param age age at which changes are deleted
     * @param maxBytes size of all files from which on the oldest are deleted
     */
    public record Limits(Duration interval, Duration snapshots, Duration age, long maxBytes) {}

    /** Creates the upkeep of an archive, which does nothing before {@link #start} or {@link #run}. */
    public Upkeep(
            Engine engine, Archive archive, ParquetWriter parquet, Verifier verifier, Limits limits, Clock clock) {
        this.engine = engine;
        this.clock = clock;
        this.interval = limits.interval;
        this.merger = new Merger(archive, parquet);
        this.snapshots = new SnapshotWriter(archive, parquet, limits.snapshots);
        this.retention = new Retention(archive, parquet, limits.age, limits.maxBytes);
        this.verifier = verifier;
    }

    /** Starts the thread. */
    public synchronized void start() {
        thread = Thread.ofPlatform().name("history-upkeep").daemon().start(this::loop);
    }

    private void loop() {
        try {
            while (!stopped.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                runAndReport();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void runAndReport() {
        try {
            run();
            problem = null;
        } catch (SQLException | IOException | RuntimeException e) {
            problem = "files of the history cannot be merged or deleted: " + e.getMessage();
            log.warn(
                    getMarker("history-upkeep-failed"),
                    "upkeep of the history failed: error=\"{}\"",
                    e.getMessage(),
                    e);
        }
    }

    /** Does everything that is due, in this thread. */
    public void run() throws SQLException, IOException {
        long nowUs = TimeUnit.MILLISECONDS.toMicros(clock.millis());
        try (DuckDBConnection connection = engine.connect()) {
            merger.run(connection, nowUs);
            if (snapshots.isDue()) {
                snapshots.write(connection);
            }
            int deleted = retention.run(connection, nowUs);
            if (deleted > 0) {
                log.info("old files of the history deleted: files={}", deleted);
            }
        }
        verifier.run(nowUs);
    }

    /** Returns the fault of the last run; null if it succeeded. */
    public @Nullable String problem() {
        return problem;
    }

    /** Ends the thread after its present run. */
    @Override
    public void close() {
        stopped.countDown();
        Thread running;
        synchronized (this) {
            running = thread;
        }
        if (running != null) {
            try {
                running.join(STOP_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
