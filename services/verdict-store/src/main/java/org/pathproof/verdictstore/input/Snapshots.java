// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.snapshot.SnapshotFile;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;
import org.pathproof.verdictstore.snapshot.UnusableSnapshotException;
import org.pathproof.verdictstore.store.RouteTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots of the table, from which a process starts without reading all of Kafka. There is one file; a new one
 * replaces it when it is complete. A file that cannot be used gets another name, and the reason is logged.
 *
 * <p>A snapshot is written by a thread of its own, while the table changes. A lock file keeps two processes from using
 * one directory.
 */
public final class Snapshots {
    private static final Logger log = LoggerFactory.getLogger(Snapshots.class);
    private static final String FILE = "verdicts.snapshot";
    private static final String PART = FILE + ".part";
    private static final String LOCK = "verdicts.lock";
    /** Time before the first snapshot of a process that has read all records. */
    private static final Duration FIRST = Duration.ofSeconds(30);
    /** Longest time for a snapshot: the table does no upkeep meanwhile. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** Null for no snapshots. */
    private final @Nullable Path directory;

    private final Duration interval;
    private final RouteTable table;
    private final Clock clock;
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("verdict-snapshots").daemon().factory());
    private final AtomicBoolean writing = new AtomicBoolean();
    private volatile SnapshotState state = SnapshotState.NONE;
    // Used by the follower's thread only
    private @Nullable FileChannel lock;
    private boolean restoreTried;
    private long nextNanos;

    public Snapshots(SnapshotSettings settings, RouteTable table, Clock clock) {
        this.directory = settings.directory();
        this.interval = settings.interval();
        this.table = table;
        this.clock = clock;
        this.nextNanos = System.nanoTime() + shorter(FIRST, interval).toNanos();
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    /** Returns the state of the snapshots. Any thread may call this method. */
    public SnapshotState state() {
        return state;
    }

    /** Returns a file of the directory, which there is. */
    private Path file(String name) {
        return Objects.requireNonNull(directory, "directory").resolve(name);
    }

    /** Returns false if there is no directory, or if it cannot be used now, which was logged. */
    private boolean hasDirectory() {
        if (lock != null) {
            return true;
        }
        if (directory == null) {
            return false;
        }
        try {
            Files.createDirectories(directory);
            FileChannel opened = FileChannel.open(file(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (opened.tryLock() != null) {
                lock = opened;
                return true;
            }
            opened.close();
            warn("another process uses the directory");
        } catch (OverlappingFileLockException e) {
            warn("another policy API of this process uses the directory");
        } catch (IOException e) {
            warn(e.toString());
        }
        return false;
    }

    private void warn(String problem) {
        log.warn(getMarker("snapshots-problem"), "no snapshots: directory=\"{}\" problem=\"{}\"", directory, problem);
    }

    /**
     * Reads the table from the snapshot, if there is one that can be continued. Only the first call does.
     *
     * @param check asked if there is a snapshot
     * @param rejected receives the rejected keys
     * @return where the reading continues; empty if the table is as before
     */
    Optional<SnapshotOrigin> restore(Supplier<SnapshotCheck> check, RejectedKeys rejected) {
        if (restoreTried || !hasDirectory() || !Files.exists(file(FILE))) {
            restoreTried = true;
            return Optional.empty();
        }
        restoreTried = true;
        long begin = System.nanoTime();
        try (SnapshotFile snapshot = new SnapshotFile(file(FILE))) {
            SnapshotOrigin origin = SnapshotOrigin.read(snapshot);
            check.get().require(origin, Instant.now(clock));
            rejected.read(snapshot);
            table.read(snapshot, Runtime.getRuntime().availableProcessors());
            state = state.withSnapshot(origin, snapshot.size());
            nextNanos = System.nanoTime() + interval.toNanos();
            log.info(
                    "table read from a snapshot: routes={} sessions={} time={} position={} milliseconds={}",
                    table.size(),
                    table.sessionViews().size(),
                    origin.time(),
                    origin.position(),
                    (System.nanoTime() - begin) / 1_000_000);
            return Optional.of(origin);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (KafkaException e) {
            restoreTried = false; // Kafka did not answer, which says nothing about the snapshot
            throw e;
        } catch (UnusableSnapshotException e) {
            rejected.clear();
            setAside(e.kind(), e.getMessage());
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            rejected.clear();
            setAside(UnusableSnapshotException.Kind.DAMAGED, e.toString());
            return Optional.empty();
        }
    }

    /** Gives the snapshot another name, so that it is not tried again and can be looked at. */
    private void setAside(UnusableSnapshotException.Kind kind, @Nullable String reason) {
        Path aside = file(FILE + "." + kind.label());
        log.warn(
                getMarker("snapshot-not-used"),
                "snapshot not used, all records are read: file=\"{}\" renamed=\"{}\" reason=\"{}\"",
                file(FILE),
                aside,
                reason);
        try {
            Files.move(file(FILE), aside, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            warn("the unusable snapshot cannot be renamed: " + e);
        }
    }

    /** Returns true if a snapshot should be written now. */
    boolean isDue(Position position) {
        return directory != null
                && System.nanoTime() - nextNanos >= 0
                && !writing.get()
                && !position.equals(state.position());
    }

    /** Begins to write a snapshot. The table has all records before the position. */
    void write(SnapshotOrigin origin, RejectedKeys rejected) {
        nextNanos = System.nanoTime() + interval.toNanos();
        if (!hasDirectory()) {
            state = state.withFailure();
            return;
        }
        RejectedKeys copy = rejected.copy();
        writing.set(true);
        writer.execute(() -> {
            try {
                writeNow(origin, copy);
            } finally {
                writing.set(false);
            }
        });
    }

    private void writeNow(SnapshotOrigin origin, RejectedKeys rejected) {
        Path part = file(PART);
        long begin = System.nanoTime();
        try {
            try (SnapshotWriter to = new SnapshotWriter(part)) {
                origin.write(to);
                rejected.write(to);
                table.write(to, LONGEST);
                to.finish();
            }
            Files.move(part, file(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            state = state.withSnapshot(origin, Files.size(file(FILE)));
            log.info(
                    "snapshot written: bytes={} position={} milliseconds={}",
                    state.bytes(),
                    origin.position(),
                    (System.nanoTime() - begin) / 1_000_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            discard(part);
        } catch (IOException | RuntimeException e) {
            discard(part);
            if (!Thread.currentThread().isInterrupted()) { // at the end of the process
                state = state.withFailure();
                log.warn(
                        getMarker("snapshot-failed"),
                        "snapshot not written, the last one stays: file=\"{}\" problem=\"{}\"",
                        file(FILE),
                        e.toString());
            }
        }
    }

    private void discard(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            warn("an unfinished snapshot cannot be deleted: " + e);
        }
    }

    /** Ends. A snapshot that is being written is discarded. */
    void close() {
        writer.shutdownNow();
        FileChannel held = lock;
        if (held != null) {
            try {
                held.close();
            } catch (IOException e) {
                log.debug("the lock file was not closed", e);
            }
        }
    }
}
