// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.sessions.SessionPublisher;
import org.pathproof.contracts.BatchWindow;
import org.pathproof.contracts.Topics;
import org.pathproof.telemetry.tracing.RouteTracer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to Kafka with an idempotent producer, acknowledgements of all replicas, and retries without a limit. Safe for
 * use by several threads; the records of one thread stay in order within their partitions.
 */
public final class KafkaOutput implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaOutput.class);
    /** Maximum time at a stop for sending the remaining session records. */
    private static final Duration OUTBOX_TIMEOUT = Duration.ofSeconds(5);
    /** Pause between two requests for the partitions of a topic. */
    private static final long METADATA_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final RecordSender sender;
    private final int routePartitions;
    private final CollectorMetrics metrics;
    private final RouteTraces traces;
    private final SessionOutboxes sessions;

    /**
     * Creates an output, which owns {@code producer} and closes it.
     *
     * @param producer its {@code send} never waits
     * @param routePartitions number of partitions of the routes topic
     * @param highMark bytes in flight above which Kafka counts as slow
     * @param lowMark bytes in flight below which Kafka no longer counts as slow
     */
    public KafkaOutput(
            Producer<byte[], byte[]> producer,
            int routePartitions,
            long highMark,
            long lowMark,
            CollectorMetrics metrics,
            RouteTracer tracer) {
        this.traces = new RouteTraces(tracer);
        this.sender = new RecordSender(producer, new InFlight(highMark, lowMark), metrics);
        this.routePartitions = routePartitions;
        this.metrics = metrics;
        InFlight.Share own = sender.inFlight().share();
        this.sessions = new SessionOutboxes((id, session) -> sender.send(
                own,
                new ProducerRecord<>(
                        Topics.SESSIONS, id.bytes().toArray(), session == null ? null : session.toByteArray()),
                () -> {}));
    }

    /**
     * Connects to Kafka. Waits for a broker without a limit, unless {@code client} sets {@code max.block.ms}. Throws
     * KafkaException if a setting is wrong or the wait ends.
     *
     * @param window time for which records wait for others to share a request
     */
    public static KafkaOutput connect(
            Map<String, Object> client,
            long highMark,
            long lowMark,
            BatchWindow window,
            CollectorMetrics metrics,
            RouteTracer tracer) {
        Map<String, Object> config = new HashMap<>(Map.of(
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.BATCH_SIZE_CONFIG,
                128 * 1024,
                // Most bytes are signatures, which do not compress.
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "none",
                // Room above the high mark, for the records of messages that are being handled.
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                2 * highMark));
        config.putAll(client);
        // Not configurable: an expired record is a lost route.
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        config.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        // The producer adds the time to its clock, and the sum must not overflow.
        config.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, Long.MAX_VALUE / 2);
        // Event loops of routers call send().
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
        long limitMs = Long.parseLong(client.getOrDefault(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE)
                .toString());
        Producer<byte[], byte[]> producer = new BatchingProducer(config, window);
        try {
            int partitions = partitions(producer, Topics.ROUTES, limitMs);
            int _ = partitions(producer, Topics.SESSIONS, limitMs);
            int _ = partitions(producer, Topics.REJECTS, limitMs);
            return new KafkaOutput(producer, partitions, highMark, lowMark, metrics, tracer);
        } catch (RuntimeException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
    }

    /** Returns the number of partitions of a topic. Waits for it at most {@code limitMs}. */
    private static int partitions(Producer<byte[], byte[]> producer, String topic, long limitMs) {
        long start = System.nanoTime();
        while (true) {
            try {
                return producer.partitionsFor(topic).size();
            } catch (TimeoutException e) {
                if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) >= limitMs) {
                    throw e;
                }
            }
            LockSupport.parkNanos(METADATA_RETRY_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptException(new InterruptedException("interrupted while waiting for Kafka"));
            }
        }
    }

    /**
     * Returns a new lane for one router, or for one reader of several routers.
     *
     * @param onRefused runs on Kafka's thread if Kafka refuses a route, a mark or a reject permanently
     */
    public Lane lane(Runnable onRefused) {
        return new Lane(sender, sessions, routePartitions, metrics, traces, onRefused);
    }

    /** Returns the bytes that were sent and not acknowledged yet. */
    public long inFlight() {
        return sender.inFlight().bytes();
    }

    /**
     * Returns true while Kafka is slow: after the high mark was exceeded, until bytes in flight fall below the low
     * mark.
     */
    public boolean isFull() {
        return sender.inFlight().isFull();
    }

    /** Returns an upper bound for the age of the oldest record without an acknowledgement; zero if there is none. */
    public Duration oldestInFlight() {
        return sender.oldest();
    }

    /** Returns the error of the last record that Kafka refused permanently; empty if there was none. */
    public String lastError() {
        return sender.lastError();
    }

    /** Returns the outboxes of all sessions. */
    public SessionPublisher sessions() {
        return sessions;
    }

    /** Waits until each sent record is acknowledged or refused. */
    public void flush() {
        sender.flush();
    }

    /** Waits a bounded time for records in flight. Threads that wait for room continue, and their sends throw. */
    @Override
    public void close() {
        sender.inFlight().release();
        try {
            if (!sessions.awaitEmpty(OUTBOX_TIMEOUT)) {
                log.warn(
                        getMarker("session-records-unwritten"),
                        "stopping with unwritten session records: Kafka does not accept them");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sender.close(Duration.ofSeconds(10));
    }
}
