// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.input;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.engine.Archive;
import org.pathproof.history.engine.Engine;
import org.pathproof.history.engine.SliceWriter;
import org.pathproof.history.engine.Verifier;
import org.pathproof.history.files.Gap;
import org.pathproof.history.files.Manifest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The thread that reads the topics and writes the history. Sessions are read before the verdicts that came after
 * them, so that the end of a session is known when its routes are withdrawn. While Kafka is unavailable or the disk
 * is full, the thread repeats its work, and {@link WriterStatus#problem} names the fault.
 */
public final class HistoryWriter implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(HistoryWriter.class);
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(200);
    private static final Duration SESSION_POLL = Duration.ofMillis(20);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration TOPIC_INTERVAL = Duration.ofSeconds(5);

    private final HistoryTopics topics;
    private final Archive archive;
    private final Engine engine;
    private final SliceWriter slices;
    private final Verifier verifier;
    private final WriterStatus status;
    private final Limits limits;
    private final Clock clock;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile @Nullable Consumer<byte[], byte[]> polled;
    private @Nullable Thread thread;

    /** Null until it is loaded from the files. Used by the writer's thread only, as all fields below. */
    private @Nullable WriterState state;

    private final ReadProgress progress;
    private long sliceStart = System.nanoTime();
    private long topicCheck = System.nanoTime();

    /**
     * The limits of a slice.
     *
     * @param interval age of the oldest row from which on a slice is written
     * @param rows number of rows from which on a slice is written
     */
    public record Limits(Duration interval, int rows) {}

    /** Creates the writer, which does not read before {@link #start}. */
    public HistoryWriter(
            HistoryTopics topics,
            Archive archive,
            Engine engine,
            SliceWriter slices,
            Verifier verifier,
            WriterStatus status,
            Limits limits,
            Clock clock) {
        this.topics = topics;
        this.archive = archive;
        this.engine = engine;
        this.slices = slices;
        this.verifier = verifier;
        this.status = status;
        this.limits = limits;
        this.clock = clock;
        this.progress = new ReadProgress(clock);
    }

    @Override
    public synchronized void start() {
        thread = Thread.ofPlatform().name("history-writer").daemon().start(this::run);
    }

    @Override
    public synchronized void stop() {
        stopped.countDown();
        Consumer<byte[], byte[]> open = polled;
        if (open != null) {
            open.wakeup();
        }
        Thread running = thread;
        thread = null;
        if (running != null) {
            try {
                running.join(STOP_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }

    private boolean isStopping() {
        return stopped.getCount() == 0;
    }

    private void run() {
        boolean stopping = false;
        while (!stopping) {
            try {
                readTopics();
            } catch (WakeupException | InterruptException e) {
                log.debug("stopping", e);
            } catch (KafkaException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                report("Kafka: " + cause.getMessage());
            } catch (SQLException | IOException | WriterState.RowsLostException e) {
                state = null;
                report("the history cannot be written: " + e.getMessage());
            }
            try {
                stopping = stopped.await(RETRY_DELAY.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        writeLast();
    }

    /** Writes the rows in memory before the end of the process, once. A start would read their records again. */
    private void writeLast() {
        WriterState last = state;
        if (last != null && slices.rows() > 0) {
            try {
                slices.write(last.offsets(), now(), manifest -> last.addTo(manifest, progress.readUs()));
            } catch (SQLException | IOException e) {
                log.warn(
                        getMarker("history-last-slice-not-written"),
                        "last rows of the history not written, the next start reads them again: error=\"{}\"",
                        e.getMessage());
            }
        }
    }

    private void report(String problem) {
        if (!problem.equals(status.problem())) {
            log.warn(getMarker("history-problem"), "history not written: problem=\"{}\"", problem);
        }
        status.setProblem(problem);
    }

    private long now() {
        return WriterState.nowUs(clock);
    }

    private void readTopics() throws SQLException, IOException {
        if (state == null) {
            verifier.verifyState(now());
            load();
        }
        Admin admin = topics.admin();
        try (Consumer<byte[], byte[]> sessions = topics.consumer("pathproof-history-sessions");
                Consumer<byte[], byte[]> verdicts = topics.consumer("pathproof-history")) {
            polled = verdicts;
            if (!isStopping()) {
                follow(admin, sessions, verdicts);
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            polled = null;
            admin.close(Duration.ZERO); // a graceful close waits for unavailable brokers
        }
    }

    private WriterState load() throws SQLException, IOException {
        WriterState loaded = new WriterState(archive, engine, slices, status, clock);
        state = loaded;
        progress.setReadUs(archive.manifest().readUs());
        status.setComplete(false);
        sliceStart = System.nanoTime();
        return loaded;
    }

    /** Reads until Kafka fails, the topics change or the writer stops. */
    private void follow(Admin admin, Consumer<byte[], byte[]> sessions, Consumer<byte[], byte[]> verdicts)
            throws SQLException, IOException, InterruptedException {
        TopicState found = TopicState.of(admin);
        WriterState present = begin(found);
        assign(sessions, found.sessions(), present, false);
        assign(verdicts, found.verdicts(), present, true);
        status.setProblem(null);
        progress.restart();
        topicCheck = System.nanoTime();
        boolean isComplete = isComplete(archive.manifest());
        status.setComplete(isComplete);
        while (!isStopping()) {
            progress.requestEnds(verdicts, found.verdicts());
            ConsumerRecords<byte[], byte[]> records = verdicts.poll(POLL_TIMEOUT);
            readSessions(sessions, found.sessions(), present);
            for (ConsumerRecord<byte[], byte[]> record : records) {
                present.readVerdict(record);
            }
            status.addRecords(records.count());
            slices.flush();
            for (TopicPartition partition : found.verdicts()) {
                present.setVerdictOffset(partition.partition(), verdicts.position(partition));
            }
            noteProgress(found.verdicts(), present);
            if (!isComplete && hasReached(found, present)) {
                complete(present);
                isComplete = true;
                status.setComplete(true);
            }
            if (isSliceDue()) {
                write(present, UnaryOperator.identity());
            }
            if (System.nanoTime() - topicCheck > TOPIC_INTERVAL.toNanos()) {
                topicCheck = System.nanoTime();
                if (!TopicState.of(admin).isOf(archive.manifest())) {
                    throw new KafkaException("the topics changed");
                }
                if (isComplete && archive.manifest().resync()) {
                    throw new KafkaException("a file of the history was damaged: all routes are compared again");
                }
            }
        }
    }

    private static boolean isComplete(Manifest manifest) {
        return manifest.baselineUs() > 0 && !manifest.resync();
    }

    /** Compares the topics with the manifest, and returns the state from which to continue. */
    private WriterState begin(TopicState found) throws SQLException, IOException {
        WriterState present = state == null ? load() : state;
        Manifest manifest = archive.manifest();
        if (manifest.topicIds().isEmpty()) {
            return restart(found, Optional.empty());
        }
        if (slices.rows() > 0 || slices.isSealed()) {
            write(present, UnaryOperator.identity());
            manifest = archive.manifest();
        }
        Optional<Gap> gap = found.gap(manifest, now());
        if (manifest.baselineUs() == 0) {
            if (gap.filter(found::needsResync).isEmpty()) {
                return present;
            }
            archive.commit(current -> current.withFiles(_ -> true, List.of()));
            return restart(found, Optional.empty());
        }
        if (gap.isPresent()) {
            log.warn(
                    getMarker("history-gap"),
                    "changes may be missing in the history: reason={} detail=\"{}\"",
                    gap.get().reason(),
                    gap.get().detail());
            if (found.needsResync(gap.get())) {
                return restart(found, gap);
            }
            Gap noted = gap.get();
            archive.commit(current -> current.withGap(noted));
        }
        return manifest.resync() ? restart(found, Optional.empty()) : present;
    }

    /** Begins to read the topics from their beginning. */
    private WriterState restart(TopicState found, Optional<Gap> gap) throws SQLException, IOException {
        status.setComplete(false);
        archive.commit(manifest -> {
            long last =
                    manifest.lastUs().stream().mapToLong(Long::longValue).max().orElse(0);
            Manifest next = manifest.restarted(
                    found.ids(),
                    found.startsOf(found.sessions()),
                    found.startsOf(found.verdicts()),
                    new ArrayList<>(Collections.nCopies(found.verdicts().size(), last)));
            return gap.map(next::withGap).orElse(next);
        });
        WriterState loaded = load();
        if (archive.manifest().resync()) {
            loaded.skipReplaced(ReplacedRecords.survey(topics, found, loaded, this::isStopping));
        }
        return loaded;
    }

    private static void assign(
            Consumer<byte[], byte[]> consumer,
            List<TopicPartition> partitions,
            WriterState from,
            boolean isOfVerdicts) {
        consumer.assign(partitions);
        partitions.forEach(p ->
                consumer.seek(p, isOfVerdicts ? from.verdictOffset(p.partition()) : from.sessionOffset(p.partition())));
    }

    /** Reads all sessions up to the present end of their topic. */
    private void readSessions(Consumer<byte[], byte[]> sessions, List<TopicPartition> partitions, WriterState present) {
        sessions.endOffsets(partitions).forEach((partition, end) -> {
            while (sessions.position(partition) < end && !isStopping()) {
                for (ConsumerRecord<byte[], byte[]> record : sessions.poll(SESSION_POLL)) {
                    present.readSession(record);
                }
            }
            present.setSessionOffset(partition.partition(), sessions.position(partition));
        });
    }

    private void noteProgress(List<TopicPartition> partitions, WriterState present) {
        long lag = progress.note(partitions, present);
        status.setProgress(progress.readUs(), lag, slices.rows(), present.liveRoutes());
    }

    private static boolean hasReached(TopicState found, WriterState present) {
        return found.verdicts().stream()
                .allMatch(p ->
                        present.verdictOffset(p.partition()) >= found.ends().getOrDefault(p, 0L));
    }

    /** Ends the reading of the records from before the history, or of those after a gap. */
    private void complete(WriterState present) throws SQLException, IOException {
        if (archive.manifest().resync()) {
            slices.flush();
            present.withdrawUnseen(archive, engine, now());
        } else {
            present.endBaseline();
        }
        write(present, manifest -> manifest.complete(now()));
        log.info(
                "history complete: routes={} slice={}",
                present.liveRoutes(),
                archive.manifest().sequence());
    }

    private boolean isSliceDue() {
        return slices.rows() >= limits.rows || System.nanoTime() - sliceStart >= limits.interval.toNanos();
    }

    /** Writes a slice, and repeats this until it succeeds or the writer stops. */
    private void write(WriterState present, UnaryOperator<Manifest> further) throws SQLException, IOException {
        while (true) {
            try {
                slices.write(
                        present.offsets(),
                        now(),
                        manifest -> further.apply(present.addTo(manifest, progress.readUs())));
                sliceStart = System.nanoTime();
                status.setProblem(null);
                return;
            } catch (SQLException | IOException e) {
                status.addSliceFailure();
                report("a slice of the history cannot be written: " + e.getMessage());
                if (isStopped()) {
                    throw e;
                }
            }
        }
    }

    private boolean isStopped() {
        try {
            return stopped.await(RETRY_DELAY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
