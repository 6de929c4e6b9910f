// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.RouterOutput;
import org.pathproof.collector.router.SessionPublisher;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.contracts.v1.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to Kafka with an idempotent producer, acknowledgements of all replicas, and retries without a limit. Safe for
 * use by several threads; the records of one thread stay in order within their partitions.
 */
public final class KafkaOutput implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaOutput.class);
    /** Number of sent records per measurement of the latency. */
    private static final int LATENCY_SAMPLING = 64;
    /** Maximum time at a stop for sending the remaining session records. */
    private static final Duration OUTBOX_TIMEOUT = Duration.ofSeconds(5);

    private final Producer<byte[], byte[]> producer;
    private final int routePartitions;
    private final long highMark;
    private final long lowMark;
    private final CollectorMetrics metrics;
    private final AtomicLong inFlight = new AtomicLong();
    private final AtomicLong sent = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Share> waiting = new HashSet<>(); // guarded by the lock
    /** Number of shares with records in flight. */
    private final AtomicInteger active = new AtomicInteger();
    /** Share of session records. */
    private final Share own = new Share();

    private final SessionOutboxes sessions = new SessionOutboxes(this::session);

    private volatile boolean full;
    private volatile String lastError = "";

    /**
     * Creates an output, which owns {@code producer} and closes it.
     *
     * @param routePartitions number of partitions of the routes topic
     * @param highMark bytes in flight above which Kafka counts as slow
     * @param lowMark bytes in flight below which Kafka no longer counts as slow
     */
    public KafkaOutput(
            Producer<byte[], byte[]> producer,
            int routePartitions,
            long highMark,
            long lowMark,
            CollectorMetrics metrics) {
        this.producer = producer;
        this.routePartitions = routePartitions;
        this.highMark = highMark;
        this.lowMark = lowMark;
        this.metrics = metrics;
    }

    /**
     * Connects to Kafka. Waits for a broker without a limit, unless {@code client} sets {@code max.block.ms}. Throws
     * KafkaException if a setting is wrong or the wait ends.
     */
    public static KafkaOutput connect(
            Map<String, Object> client, long highMark, long lowMark, Duration linger, CollectorMetrics metrics) {
        Map<String, Object> config = new HashMap<>(Map.of(
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.LINGER_MS_CONFIG,
                (int) linger.toMillis(),
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
        config.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, Long.MAX_VALUE);
        // Limits the wait for the first metadata. Once the partitions are known, send() blocks only while the buffer is
        // full.
        config.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        try {
            int partitions = producer.partitionsFor(Topics.ROUTES).size();
            producer.partitionsFor(Topics.SESSIONS);
            producer.partitionsFor(Topics.REJECTS);
            return new KafkaOutput(producer, partitions, highMark, lowMark, metrics);
        } catch (RuntimeException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
    }

    /** Returns a share for one router, or for one reader of several routers. */
    public Share share() {
        return new Share();
    }

    /**
     * The records in flight of one source. While Kafka is slow, a source with less than its fair share in flight
     * continues, and the others wait. So a router that floods the collector delays only itself.
     */
    public final class Share {
        private final AtomicLong inFlight = new AtomicLong();
        private final Condition room = lock.newCondition();
        private volatile boolean waits;

        private Share() {}

        /** Waits while too many bytes are in flight. Callers wait before each message, never within a message. */
        public void awaitRoom() throws InterruptedException {
            if (hasRoom()) {
                return;
            }
            lock.lock();
            try {
                waiting.add(this);
                waits = true;
                while (!hasRoom()) {
                    room.await();
                }
            } finally {
                waits = false;
                waiting.remove(this);
                lock.unlock();
            }
        }

        private boolean hasRoom() {
            return !full || inFlight.get() < fairShare();
        }

        /** Divides the low mark among all sources with records in flight. */
        private long fairShare() {
            return lowMark / Math.max(1, active.get());
        }

        private void sent(long size) {
            if (inFlight.getAndAdd(size) == 0) {
                active.incrementAndGet();
            }
        }

        private void acknowledged(long size) {
            long left = inFlight.addAndGet(-size);
            if (left == 0) {
                active.decrementAndGet();
            }
            if (waits && left < fairShare() / 2) {
                lock.lock();
                try {
                    room.signal();
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    /** Returns the bytes that were sent and not acknowledged yet. */
    public long inFlight() {
        return inFlight.get();
    }

    /**
     * Returns true while Kafka is slow: after the high mark was exceeded, until bytes in flight fall below the low
     * mark.
     */
    public boolean isFull() {
        return full;
    }

    /** Returns the error of the last record that Kafka refused permanently; empty if there was none. */
    public String lastError() {
        return lastError;
    }

    /**
     * Returns the output of one router. {@code onRefused} runs on Kafka's thread when a record is refused permanently.
     */
    public RouterOutput ofRouter(Share share, Runnable onRefused) {
        return new RouterOutput() {
            @Override
            public void route(RouteKey key, byte[] event) {
                byte[] bytes = key.toBytes();
                send(
                        share,
                        Topics.ROUTES,
                        PrefixPartitioner.partition(bytes, routePartitions),
                        bytes,
                        event,
                        onRefused);
            }

            @Override
            public void mark(SessionId session, byte[] event) {
                byte[] key = RouteKey.sessionMarker(session);
                for (int partition = 0; partition < routePartitions; partition++) {
                    send(share, Topics.ROUTES, partition, key, event, onRefused);
                }
                metrics.mark();
            }

            @Override
            public void reject(Reject reject) {
                send(
                        share,
                        Topics.REJECTS,
                        null,
                        reject.getRouterHash().toByteArray(),
                        reject.toByteArray(),
                        onRefused);
            }
        };
    }

    /** Returns the outboxes of all sessions. */
    public SessionPublisher sessions() {
        return sessions;
    }

    private void session(SessionId id, Session session) {
        send(own, Topics.SESSIONS, null, id.bytes().toArray(), session.toByteArray(), () -> {});
    }

    /** Sends a record of another topic, partitioned by its key. */
    public void send(Share share, String topic, byte[] key, byte[] value, Runnable onRefused) {
        send(share, topic, null, key, value, onRefused);
    }

    /** Waits until each sent record is acknowledged or refused. */
    public void flush() {
        producer.flush();
    }

    private void send(
            Share share, String topic, @Nullable Integer partition, byte[] key, byte[] value, Runnable onRefused) {
        long size = key.length + value.length + 64L;
        share.sent(size);
        if (inFlight.addAndGet(size) > highMark && !full) {
            full = true;
            log.warn("Kafka is slow, routers wait: bytes_in_flight={}", inFlight.get());
        }
        long start = sent.incrementAndGet() % LATENCY_SAMPLING == 0 ? System.nanoTime() : 0;
        try {
            Future<RecordMetadata> _ =
                    producer.send(new ProducerRecord<>(topic, partition, key, value), (metadata, error) -> {
                        acknowledged(share, size);
                        if (error != null) {
                            refused(topic, error, onRefused);
                        } else if (start != 0) {
                            metrics.produced(System.nanoTime() - start);
                        }
                    });
        } catch (RuntimeException e) {
            acknowledged(share, size);
            throw e;
        }
    }

    private void refused(String topic, Exception error, Runnable onRefused) {
        metrics.produceError();
        lastError = topic + ": " + error;
        log.error("Kafka refused a record: topic={}", topic, error);
        onRefused.run();
    }

    private void acknowledged(Share share, long size) {
        long left = inFlight.addAndGet(-size);
        share.acknowledged(size);
        if (full && left < lowMark) {
            releaseWaiting();
            log.info("Kafka is no longer slow, routers are read again");
        }
    }

    private void releaseWaiting() {
        lock.lock();
        try {
            full = false;
            waiting.forEach(share -> share.room.signal());
        } finally {
            lock.unlock();
        }
    }

    /** Waits a bounded time for records in flight. Threads that wait for room continue, and their sends throw. */
    @Override
    public void close() {
        releaseWaiting();
        try {
            if (!sessions.awaitEmpty(OUTBOX_TIMEOUT)) {
                log.warn("stopping with unwritten session records: Kafka does not accept them");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(Duration.ofSeconds(10));
    }
}
