// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Gaps;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.verdictstore.memory.StoreFullException;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.VerdictGroup;
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
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(500);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration METADATA_INTERVAL = Duration.ofSeconds(2);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    /** Time for the table's upkeep after a poll without records. */
    private static final long IDLE_UPKEEP_NANOS = 20_000_000;

    private final KafkaTopics topics;
    private final RouteTable table;
    private final ChangeListener listener;
    private final VerdictTraces traces;
    private final Clock clock;
    private final StoreStatus status;
    private final ConsumerThread thread;

    /** Position of the store; null before its start. Used by the follower's thread only. */
    private @Nullable Position lastPosition;
    /** Used by the follower's thread only. */
    private final StoreTopics storeTopics = new StoreTopics();
    /** Used by the follower's thread only. */
    private final RejectedKeys rejected = new RejectedKeys();
    /** Verdicts to be applied, and their records. Used by the follower's thread only. */
    private final VerdictGroup group = new VerdictGroup();

    private final List<ConsumerRecord<byte[], byte[]>> groupRecords = new ArrayList<>();
    /** The changes of a poll, for the listener. Used by the follower's thread only. */
    private final List<Runnable> changes = new ArrayList<>();

    /**
     * Creates the follower, which does not read before {@link #start}.
     *
     * @param status receives the state of the reading
     * @param listener receives the changes of the table
     * @param traces receives the records of traced routes
     */
    public VerdictFollower(
            KafkaTopics topics,
            RouteTable table,
            StoreStatus status,
            ChangeListener listener,
            VerdictTraces traces,
            Clock clock) {
        this.topics = topics;
        this.table = table;
        this.status = status;
        this.listener = listener;
        this.traces = traces;
        this.clock = clock;
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
        start(from, partitions);
        Map<TopicPartition, Long> initialEnds = StoreTopics.ends(admin, partitions);
        Position position = position(from, partitions);
        noteContact();
        noteProgress(status.input().ready(), remaining(position, initialEnds), position);
        Instant lastCheck = Instant.now(clock);
        while (!thread.isStopping()) {
            boolean ready = status.input().ready();
            ConsumerRecords<byte[], byte[]> records = from.poll(POLL_TIMEOUT);
            traces.onPoll();
            position = apply(records, position, ready);
            listener.onPollEnd();
            if (records.isEmpty()) {
                table.upkeep(IDLE_UPKEEP_NANOS);
            }
            // This position includes transaction markers, which have offsets but are not records.
            position = position(from, partitions);
            lastPosition = position;
            if (ready) {
                noteProgress(true, 0, position);
            } else {
                noteInitialProgress(position, remaining(position, initialEnds));
            }
            Instant now = Instant.now(clock);
            if (Duration.between(lastCheck, now).compareTo(METADATA_INTERVAL) >= 0) {
                lastCheck = now;
                checkTopics(from, partitions, admin);
            }
        }
    }

    private void noteContact() {
        Instant time = Instant.now(clock);
        status.update(now -> now.withContact(time));
    }

    private void noteProgress(boolean ready, long remaining, Position position) {
        status.update(now -> now.withProgress(ready, remaining, position));
    }

    /** Updates the status of the first read, and reports its end. */
    private void noteInitialProgress(Position position, long remaining) {
        noteProgress(remaining == 0, remaining, position);
        if (remaining == 0) {
            log.info(
                    "verdict store ready: routes={} sessions={}",
                    table.size(),
                    table.sessionViews().size());
            listener.onComplete(position);
        }
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

    /** Continues at the store's position. Without a position, empties the store and reads from the beginning. */
    private void start(Consumer<byte[], byte[]> from, List<TopicPartition> partitions) {
        Position last = lastPosition;
        if (last != null && last.partitions().equals(partitions)) {
            for (TopicPartition partition : partitions) {
                from.seek(partition, last.next(partition));
            }
            return;
        }
        if (status.input().ready()) {
            listener.onRestart();
        }
        table.clear();
        rejected.clear();
        status.update(StoreInputStatus::restarted);
        from.seekToBeginning(partitions);
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

    private static long remaining(Position position, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - position.next(end.getKey())))
                .sum();
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

    /**
     * Applies the records of a poll, which become visible together. Then the listener hears of the changes, so it finds
     * each of them in the table.
     *
     * @return the position after the records
     */
    private Position apply(ConsumerRecords<byte[], byte[]> records, Position position, boolean ready) {
        Position next = position;
        table.begin();
        try {
            for (ConsumerRecord<byte[], byte[]> polled : records) {
                boolean isSession = polled.topic().equals(KafkaTopics.SESSIONS);
                // While a table is read, prefixes come in order, and reading ahead costs more than it saves.
                if (ready && !isSession) {
                    group.add(polled.key(), polled.value());
                    groupRecords.add(polled);
                    next = group.isFull() ? applyGroup(next) : next;
                    continue;
                }
                next = applyGroup(next).after(polled);
                lastPosition = next;
                Position after = ready ? next : null;
                apply(polled, () -> {
                    if (isSession) {
                        applySession(polled, after);
                    } else {
                        table.loadVerdict(polled.key(), polled.value());
                    }
                });
            }
            next = applyGroup(next);
        } finally {
            group.clear();
            groupRecords.clear();
            table.commit();
        }
        try {
            changes.forEach(Runnable::run);
        } finally {
            changes.clear();
        }
        return next;
    }

    /** Applies the verdicts of the group. Returns the position after them. */
    private Position applyGroup(Position position) {
        Position next = position;
        table.readAhead(group);
        for (int i = 0; i < group.size(); i++) {
            ConsumerRecord<byte[], byte[]> polled = groupRecords.get(i);
            next = next.after(polled);
            lastPosition = next;
            int number = i;
            Position after = next;
            apply(polled, () -> applyVerdict(polled, number, after));
        }
        group.clear();
        groupRecords.clear();
        return next;
    }

    private void applySession(ConsumerRecord<byte[], byte[]> polled, @Nullable Position next) {
        if (polled.key() == null) {
            throw new IllegalArgumentException("it has no key");
        }
        if (Gaps.isGap(polled.key())) {
            table.applyGap(polled.key(), polled.value());
            return;
        }
        var change = table.applySession(polled.key(), polled.value());
        if (next != null) {
            changes.add(() -> listener.onChange(change, origin(polled, next, null)));
        }
    }

    private void applyVerdict(ConsumerRecord<byte[], byte[]> polled, int number, Position next) {
        var change = table.applyVerdict(group, number);
        TraceContext trace = traces.entered(polled, change);
        changes.add(() -> listener.onChange(change, origin(polled, next, trace)));
    }

    private void apply(ConsumerRecord<byte[], byte[]> polled, Runnable change) {
        try {
            change.run();
            noteRejects(rejected.remove(polled));
        } catch (IllegalArgumentException | StoreFullException e) {
            noteRejects(rejected.add(polled));
            log.warn(
                    getMarker("verdict-skipped"),
                    "record skipped: offset={} partition={}-{} error={}",
                    polled.offset(),
                    polled.topic(),
                    polled.partition(),
                    e.getMessage());
        }
    }

    private void noteRejects(boolean changed) {
        if (changed) {
            status.update(now -> now.withRejected(rejected.size()));
        }
    }

    private static ChangeListener.Origin origin(
            ConsumerRecord<byte[], byte[]> polled, Position next, @Nullable TraceContext trace) {
        return new ChangeListener.Origin(polled.partition(), polled.offset(), polled.timestamp(), next, trace);
    }
}
