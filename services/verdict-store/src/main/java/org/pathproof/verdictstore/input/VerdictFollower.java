// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.snapshot.UnusableSnapshotException;
import org.pathproof.verdictstore.store.RouteTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Keeps the store equal to Kafka's topics. While Kafka is unavailable, the store keeps its content, the follower
 * retries, and {@link StoreStatus#input} names the fault. The follower reads everything again after unread records were
 * deleted, or a topic was deleted and created again.
 */
public final class VerdictFollower implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(VerdictFollower.class);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration METADATA_INTERVAL = Duration.ofSeconds(2);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    /** Time for the table's upkeep after a poll without records. */
    private static final long IDLE_UPKEEP_NANOS = 20_000_000;

    private final KafkaTopics topics;
    private final RouteTable table;
    private final ChangeListener listener;
    private final Clock clock;
    private final StoreStatus status;
    private final Snapshots snapshots;
    private final ConsumerThread thread;

    /** Position of the store; null before its start. Used by the follower's thread only. */
    private @Nullable Position lastPosition;
    /** Used by the follower's thread only. */
    private final StoreTopics storeTopics = new StoreTopics();
    /** Used by the follower's thread only. */
    private final RejectedKeys rejected = new RejectedKeys();

    private final LeaderEpochs epochs = new LeaderEpochs();
    /** The snapshot that the store began with, until it is complete. Used by the follower's thread only. */
    private @Nullable SnapshotOrigin restored;
    /** Used by the follower's thread only. */
    private Instant lastCheck = Instant.EPOCH;

    private final PollWriter writer;

    /**
     * Creates the follower, which does not read before {@link #start}.
     *
     * @param status receives the state of the reading
     * @param listener receives the changes of the table
     * @param traces receives the records of traced routes
     * @param snapshots the snapshots of the table
     */
    public VerdictFollower(
            KafkaTopics topics,
            RouteTable table,
            StoreStatus status,
            ChangeListener listener,
            VerdictTraces traces,
            Snapshots snapshots,
            Clock clock) {
        this.topics = topics;
        this.table = table;
        this.status = status;
        this.listener = listener;
        this.snapshots = snapshots;
        this.clock = clock;
        this.writer = new PollWriter(
                table, listener, traces, rejected, status, Runtime.getRuntime().availableProcessors());
        this.thread = new ConsumerThread(
                "verdict-follower",
                RETRY_DELAY,
                () -> topics.consumer("pathproof-policy-api"),
                this::follow,
                this::handleFailure);
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void stop() {
        thread.stop();
        writer.close();
        snapshots.close();
    }

    @Override
    public boolean isRunning() {
        return thread.isRunning();
    }

    private void handleFailure(KafkaException e) {
        if (e instanceof OffsetOutOfRangeException) {
            lastPosition = null;
            report("unread records of the verdict topics were deleted, reading all records again: " + e.getMessage());
        } else {
            report(message(e));
        }
    }

    private String message(KafkaException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return "Kafka at " + topics.bootstrapServers() + ": " + cause.getMessage();
    }

    private void report(String message) {
        if (!message.equals(status.input().problem())) {
            log.warn(getMarker("verdicts-problem"), "verdicts not read: problem=\"{}\"", message);
        }
        status.update(now -> now.withProblem(message));
    }

    /** Reads until Kafka fails or the follower stops. */
    private void follow(Consumer<byte[], byte[]> from) {
        List<TopicPartition> partitions = discover(from);
        if (partitions.isEmpty()) {
            return;
        }
        Admin admin = topics.admin("pathproof-policy-api-topics");
        try {
            follow(from, partitions, admin);
        } finally {
            admin.close(Duration.ZERO); // a graceful close waits for unavailable brokers
        }
    }

    private void follow(Consumer<byte[], byte[]> from, List<TopicPartition> partitions, Admin admin) {
        checkIds(admin);
        from.assign(partitions);
        start(from, partitions, admin);
        lastCheck = Instant.now(clock);
        noteContact();
        if (!status.input().ready()) {
            load(from, partitions, admin);
        }
        Position position = position(from, partitions);
        PollsAhead polls = new PollsAhead(from, writer::isMany, writer.enough());
        while (!thread.isStopping()) {
            PolledRecords records = polls.next();
            // This position includes transaction markers, which have offsets but are not records.
            Position after = position(from, partitions);
            lastPosition = writer.apply(records, position, polls::pollAhead);
            epochs.add(records.leaderEpochs());
            listener.onPollEnd();
            if (records.count() == 0) {
                table.upkeep(IDLE_UPKEEP_NANOS);
            }
            position = after;
            lastPosition = position;
            noteLive(position);
            if (snapshots.isDue(position)) {
                snapshots.write(origin(position), rejected);
            }
            checkTopics(from, partitions, admin);
        }
    }

    private void noteLive(Position position) {
        status.update(now -> now.withProgress(true, 0, position));
    }

    private SnapshotOrigin origin(Position position) {
        return new SnapshotOrigin(Instant.now(clock), storeTopics.ids(), position, epochs.byPartition());
    }

    /** Reads the records that were there before the start. Then the store is complete. */
    private void load(Consumer<byte[], byte[]> from, List<TopicPartition> partitions, Admin admin) {
        Map<TopicPartition, Long> ends = StoreTopics.ends(admin, partitions);
        Position begin = position(from, partitions);
        noteProgress(begin, begin, ends);
        SnapshotOrigin origin = restored;
        InitialLoad load =
                new InitialLoad(table, begin, ends, epochs, Runtime.getRuntime().availableProcessors());
        try {
            load.run(from, i -> topics.consumer("pathproof-policy-api-load-" + i), thread::isStopping, position -> {
                lastPosition = position;
                listener.onPollEnd();
                noteProgress(begin, position, ends);
                checkTopics(from, partitions, admin); // may end the reading, and the position with it
            });
        } finally {
            load.addRejectedTo(rejected);
            status.noteLoading(LoadProgress.NONE);
            status.update(now -> now.withRejected(rejected.size()));
        }
        lastPosition = load.position();
        if (thread.isStopping()) {
            return;
        }
        checkIds(admin); // a new topic may have reached the end of the former one
        if (origin != null) {
            checkAge(origin, admin, partitions);
        }
        restored = null;
        Position position = load.position();
        from.assign(partitions);
        position.partitions().forEach(partition -> from.seek(partition, position.next(partition)));
        noteLive(position);
        log.info(
                "verdict store ready: routes={} sessions={} threads={}",
                table.size(),
                table.sessionViews().size(),
                load.threads());
        listener.onComplete(position);
    }

    /**
     * Ends the reading if withdrawals after the snapshot may have been deleted before they were read.
     *
     * @throws KafkaException in that case
     */
    private void checkAge(SnapshotOrigin origin, Admin admin, List<TopicPartition> partitions) {
        try {
            SnapshotCheck.of(admin, storeTopics.ids(), partitions).requireYoung(origin, Instant.now(clock));
        } catch (UnusableSnapshotException e) {
            lastPosition = null;
            throw new KafkaException("the snapshot was too old: " + e.getMessage() + ": reading all records again", e);
        }
    }

    private void noteContact() {
        Instant time = Instant.now(clock);
        status.update(now -> now.withContact(time));
    }

    private void noteProgress(Position begin, Position position, Map<TopicPartition, Long> ends) {
        long remaining = ends.entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - position.next(end.getKey())))
                .sum();
        status.update(now -> now.withProgress(false, remaining, position));
        status.noteLoading(LoadProgress.of(begin, position, ends));
    }

    /**
     * Ends the reading if a topic was deleted: the store must be read again, even if its position exists.
     *
     * @throws KafkaException in that case
     */
    private void checkIds(Admin admin) {
        Optional<String> change = storeTopics.change(admin);
        if (change.isPresent()) {
            lastPosition = null;
            throw new KafkaException(change.get() + ": reading all records again");
        }
    }

    /** Continues at the store's position, or at that of a snapshot, or at the beginning with an empty store. */
    private void start(Consumer<byte[], byte[]> from, List<TopicPartition> partitions, Admin admin) {
        Position last = lastPosition;
        if (last != null && last.partitions().equals(partitions)) {
            partitions.forEach(partition -> from.seek(partition, last.next(partition)));
            return;
        }
        if (status.input().ready()) {
            listener.onRestart();
        }
        rejected.clear();
        epochs.set(Map.of());
        status.update(StoreInputStatus::restarted);
        restored = snapshots
                .restore(() -> SnapshotCheck.of(admin, storeTopics.ids(), partitions), rejected)
                .orElse(null);
        if (restored == null) {
            table.clear(count(partitions, KafkaTopics.VERDICTS));
            from.seekToBeginning(partitions);
        } else {
            epochs.set(restored.leaderEpochs());
            restored.position()
                    .starts(restored.leaderEpochs())
                    .forEach(begin -> from.seek(begin.partition(), begin.offset()));
        }
    }

    private static int count(List<TopicPartition> partitions, String topic) {
        return (int) partitions.stream().filter(p -> p.topic().equals(topic)).count();
    }

    /** Returns all partitions; empty while a topic does not exist. */
    private List<TopicPartition> discover(Consumer<byte[], byte[]> from) {
        List<PartitionInfo> sessions = from.partitionsFor(KafkaTopics.SESSIONS, REQUEST_TIMEOUT);
        List<PartitionInfo> verdicts = from.partitionsFor(KafkaTopics.VERDICTS, REQUEST_TIMEOUT);
        if (sessions == null || sessions.isEmpty() || verdicts == null || verdicts.isEmpty()) {
            report("Kafka at " + topics.bootstrapServers() + " has no topic "
                    + (sessions == null || sessions.isEmpty() ? KafkaTopics.SESSIONS : KafkaTopics.VERDICTS) + " yet");
            return List.of();
        }
        return KafkaTopics.partitions(sessions.size(), verdicts.size());
    }

    private void checkTopics(Consumer<byte[], byte[]> from, List<TopicPartition> partitions, Admin admin) {
        Instant time = Instant.now(clock);
        if (Duration.between(lastCheck, time).compareTo(METADATA_INTERVAL) < 0) {
            return;
        }
        lastCheck = time;
        List<TopicPartition> now;
        try {
            now = discover(from);
        } catch (TimeoutException e) {
            report("Kafka at " + topics.bootstrapServers() + " does not respond; the store keeps the last verdicts");
            return;
        }
        if (!now.isEmpty()) {
            checkIds(admin);
            noteContact();
        }
        if (!now.isEmpty() && now.size() != partitions.size()) {
            lastPosition = null;
            throw new KafkaException("the number of partitions changed; reading everything again");
        }
    }

    private static Position position(Consumer<byte[], byte[]> from, List<TopicPartition> partitions) {
        return new Position(
                offsets(from, partitions, KafkaTopics.SESSIONS), offsets(from, partitions, KafkaTopics.VERDICTS));
    }

    private static long[] offsets(Consumer<byte[], byte[]> from, List<TopicPartition> partitions, String topic) {
        return partitions.stream()
                .filter(p -> p.topic().equals(topic))
                .mapToLong(p -> from.position(p, REQUEST_TIMEOUT))
                .toArray();
    }
}
