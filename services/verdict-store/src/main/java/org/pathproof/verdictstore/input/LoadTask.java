// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Gaps;
import org.pathproof.verdictstore.memory.StoreFullException;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.TableLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads some partitions up to their ends into the table. For one thread; any thread asks for the position. */
final class LoadTask {
    private static final Logger log = LoggerFactory.getLogger(LoadTask.class);
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(500);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

    private final RouteTable table;
    private final TableLoader loader;
    private final List<StartOffset> starts;
    private final Map<TopicPartition, Long> ends;
    private final RejectedKeys rejected = new RejectedKeys();
    private final Map<TopicPartition, Long> next = new ConcurrentHashMap<>();
    private final LeaderEpochs epochs;

    /**
     * Creates a task, which reads nothing before {@link #begin}.
     *
     * @param starts partitions, and where they begin
     * @param ends ends of at least these partitions
     * @param epochs receives the epochs of leaders
     */
    LoadTask(RouteTable table, List<StartOffset> starts, Map<TopicPartition, Long> ends, LeaderEpochs epochs) {
        this.table = table;
        this.loader = table.loader();
        this.starts = starts;
        this.ends = ends;
        this.epochs = epochs;
        starts.forEach(start -> next.put(start.partition(), start.offset().offset()));
    }

    /** Assigns the partitions to a consumer. */
    void begin(Consumer<byte[], byte[]> from) {
        from.assign(starts.stream().map(StartOffset::partition).toList());
        starts.forEach(start -> from.seek(start.partition(), start.offset()));
    }

    /** Returns true if the ends are read. */
    boolean isDone() {
        return next.entrySet().stream().allMatch(entry -> entry.getValue() >= ends.getOrDefault(entry.getKey(), 0L));
    }

    /** Returns the next offset of each partition. */
    Map<TopicPartition, Long> next() {
        return next;
    }

    RejectedKeys rejected() {
        return rejected;
    }

    /** Applies the records of one poll. */
    void poll(Consumer<byte[], byte[]> from) {
        ConsumerRecords<byte[], byte[]> records = from.poll(POLL_TIMEOUT);
        // A change of a session is a batch of its own, so it must not be within one of the loader.
        records.records(KafkaTopics.SESSIONS).forEach(polled -> apply(polled, true));
        loader.begin();
        try {
            records.records(KafkaTopics.VERDICTS).forEach(polled -> apply(polled, false));
        } finally {
            loader.commit();
        }
        epochs.add(records);
        // This position includes transaction markers, which have offsets but are not records.
        next.replaceAll((partition, _) -> from.position(partition, REQUEST_TIMEOUT));
    }

    private void apply(ConsumerRecord<byte[], byte[]> polled, boolean isSession) {
        try {
            if (polled.key() == null) {
                throw new IllegalArgumentException("it has no key");
            }
            if (!isSession) {
                loader.load(polled.key(), polled.value());
            } else if (Gaps.isGap(polled.key())) {
                table.applyGap(polled.key(), polled.value());
            } else {
                table.applySession(polled.key(), polled.value());
            }
            rejected.remove(polled);
        } catch (IllegalArgumentException | StoreFullException e) {
            rejected.add(polled);
            logSkipped(log, polled, e);
        }
    }

    /** Logs that a record cannot be applied. */
    static void logSkipped(Logger to, ConsumerRecord<?, ?> polled, @Nullable RuntimeException e) {
        to.warn(
                getMarker("verdict-skipped"),
                "record skipped: offset={} partition={}-{} error={}",
                polled.offset(),
                polled.topic(),
                polled.partition(),
                e == null ? null : e.getMessage());
    }
}
