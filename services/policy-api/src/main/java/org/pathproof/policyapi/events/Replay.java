// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.store.RouteTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads past events from Kafka for a client whose last event is no longer in the ring. The topics are compacted: of
 * several changes of a route, only the last is certain to exist. The number of concurrent replays and their duration
 * are bounded.
 */
public final class Replay {
    private static final Logger log = LoggerFactory.getLogger(Replay.class);
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(500);
    private static final Duration QUEUE_POLL_INTERVAL = Duration.ofSeconds(5);
    private static final Duration MAX_DURATION = Duration.ofMinutes(5);
    private static final int MAX_CONCURRENT_REPLAYS = 4;

    private final KafkaTopics topics;
    private final RouteTable table;
    private final Semaphore running = new Semaphore(MAX_CONCURRENT_REPLAYS);

    /** Receives events one by one. */
    interface Sink {
        void accept(StoreEvent event) throws IOException;

        /** Called after each poll of Kafka. */
        void onPoll() throws IOException;

        /** Called repeatedly while the replay waits for other replays to end. */
        void onWait() throws IOException;
    }

    /** A replay exceeded its time limit, because its client reads slowly or the range is too long. */
    static final class TooLongException extends Exception {
        private static final long serialVersionUID = 1;

        TooLongException(String message) {
            super(message);
        }
    }

    public Replay(KafkaTopics topics, RouteTable table) {
        this.topics = topics;
        this.table = table;
    }

    /**
     * Passes all events between two positions to {@code sink}.
     *
     * @throws KafkaException when Kafka cannot be read
     * @throws TooLongException when the replay exceeds its time limit
     */
    void run(Position from, Position to, Sink sink) throws IOException, InterruptedException, TooLongException {
        while (!running.tryAcquire(QUEUE_POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
            sink.onWait();
        }
        long deadline = System.nanoTime() + MAX_DURATION.toNanos();
        try (Consumer<byte[], byte[]> consumer = topics.consumer("pathproof-policy-api-replay")) {
            List<TopicPartition> partitions = from.partitions();
            consumer.assign(partitions);
            for (TopicPartition partition : partitions) {
                consumer.seek(partition, from.next(partition));
            }
            Position position = from;
            while (!position.covers(to)) {
                for (ConsumerRecord<byte[], byte[]> polled : consumer.poll(POLL_TIMEOUT)) {
                    position = position.after(polled);
                    if (System.nanoTime() - deadline > 0) {
                        throw new TooLongException(
                                "past events were not read within " + MAX_DURATION.toMinutes() + " minutes");
                    }
                    Optional<StoreEvent> event = event(polled, position);
                    if (event.isPresent()) {
                        sink.accept(event.get());
                    }
                }
                for (TopicPartition partition :
                        partitions) { // skips offsets without a record: transaction markers and compacted records
                    position = position.with(partition, consumer.position(partition, POLL_TIMEOUT));
                }
                sink.onPoll();
            }
        } finally {
            running.release();
        }
    }

    private Optional<StoreEvent> event(ConsumerRecord<byte[], byte[]> polled, Position next) {
        ChangeListener.Origin origin =
                new ChangeListener.Origin(polled.partition(), polled.offset(), polled.timestamp(), next);
        try {
            return polled.topic().equals(KafkaTopics.SESSIONS)
                    ? table.pastSession(polled.key(), polled.value())
                            .map(change -> new StoreEvent.OfSession(change, origin))
                    : table.past(polled.key(), polled.value())
                            .map(change -> new StoreEvent.OfRoute(change, origin, true));
        } catch (IllegalArgumentException e) {
            log.debug("record skipped in a replay: error={}", e.getMessage());
            return Optional.empty();
        }
    }
}
