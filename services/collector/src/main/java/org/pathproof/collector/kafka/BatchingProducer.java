// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.BatchWindow;
import org.pathproof.contracts.RecordRate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A producer whose records wait for others according to the load. At high rates, Kafka's own linger sends batches after
 * the usual window. At lower rates a thread of this producer flushes it earlier: at a few records a second, at once.
 *
 * <p>Order, back-pressure and errors are those of {@link KafkaProducer}. Safe for use by several threads.
 */
final class BatchingProducer extends KafkaProducer<byte[], byte[]> {
    private static final Logger log = LoggerFactory.getLogger(BatchingProducer.class);
    /** Time between two decisions while the linger sends the records. */
    private static final long REVIEW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Fraction of the usual window above which a flush is not worth its cost. */
    private static final double LINGER_SHARE = 0.75;

    private final BatchWindow window;
    private final LongAdder sent = new LongAdder();
    /** True from the first record after a flush until the next flush begins. */
    private final AtomicBoolean waiting = new AtomicBoolean();

    private final Thread flushing;
    private volatile boolean closed;

    /** @param config configuration of the producer; its linger, if any, replaces the usual window */
    BatchingProducer(Map<String, Object> config, BatchWindow window) {
        super(withLinger(config, window), new ByteArraySerializer(), new ByteArraySerializer());
        this.window = window;
        this.flushing = Thread.ofPlatform().name("kafka-flush").daemon().unstarted(this::run);
        flushing.start();
    }

    private static Map<String, Object> withLinger(Map<String, Object> config, BatchWindow window) {
        config.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, (int) TimeUnit.NANOSECONDS.toMillis(window.usualNanos()));
        return config;
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        Future<RecordMetadata> result = super.send(record, callback);
        sent.increment();
        if (!waiting.get() && waiting.compareAndSet(false, true)) {
            LockSupport.unpark(flushing);
        }
        return result;
    }

    private void run() {
        RecordRate rate = new RecordRate(System.nanoTime());
        long seen = 0;
        while (!closed) {
            if (!waiting.get()) {
                LockSupport.park();
                continue;
            }
            long total = sent.sum();
            long now = System.nanoTime();
            rate.add(total - seen, now);
            seen = total;
            long wait = window.nanos(rate.perSecond(now));
            if (wait > LINGER_SHARE * window.usualNanos()) {
                LockSupport.parkNanos(REVIEW_NANOS);
            } else {
                LockSupport.parkNanos(wait);
                // Before the flush: a later record counts for the next one.
                waiting.set(false);
                flushNow();
            }
        }
    }

    private void flushNow() {
        try {
            flush();
        } catch (KafkaException e) {
            log.debug("Flush interrupted, the linger sends the records", e);
        }
    }

    @Override
    public void close(Duration timeout) {
        closed = true;
        LockSupport.unpark(flushing);
        super.close(timeout);
    }
}
