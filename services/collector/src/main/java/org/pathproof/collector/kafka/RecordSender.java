// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.telemetry.tracing.RouteSpan;
import org.pathproof.telemetry.tracing.TraceClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands records to a producer that never waits (max.block.ms is 0). Such a producer does not take a record while its
 * buffer is full, or while the partitions of the topic are unknown. Safe for use by several threads.
 */
final class RecordSender {
    private static final Logger log = LoggerFactory.getLogger(RecordSender.class);
    /** Number of sent records per measurement of the latency. Records of traced routes are always measured. */
    private static final int LATENCY_SAMPLING = 64;
    /** Pause before a record is offered again. */
    private static final long RETRY_MS = 10;

    private final Producer<byte[], byte[]> producer;
    private final InFlight inFlight;
    private final RecordAges ages = new RecordAges(System::nanoTime);
    private final CollectorMetrics metrics;
    private final AtomicLong sent = new AtomicLong();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile String lastError = "";

    RecordSender(Producer<byte[], byte[]> producer, InFlight inFlight, CollectorMetrics metrics) {
        this.producer = producer;
        this.inFlight = inFlight;
        this.metrics = metrics;
    }

    InFlight inFlight() {
        return inFlight;
    }

    /** Returns an upper bound for the age of the oldest record in flight; zero if there is none. */
    Duration oldest() {
        return ages.oldest();
    }

    /** Returns the error of the last record that Kafka refused permanently; empty if there was none. */
    String lastError() {
        return lastError;
    }

    /**
     * Hands over a record. Never waits.
     *
     * @param onRefused runs on Kafka's thread if Kafka refuses the record permanently
     * @return false if the producer cannot take the record now
     */
    boolean offer(InFlight.Share share, ProducerRecord<byte[], byte[]> record, Runnable onRefused) {
        Delivery delivery = new Delivery(share, record, onRefused);
        delivery.begin();
        try {
            Future<RecordMetadata> _ = producer.send(record, delivery);
        } catch (RuntimeException e) {
            delivery.end();
            throw e;
        }
        return delivery.taken;
    }

    /**
     * Hands over a record. Waits until the producer takes it; throws KafkaException after {@link #close}. Other
     * arguments are as in {@link #offer}.
     */
    void send(InFlight.Share share, ProducerRecord<byte[], byte[]> record, Runnable onRefused) {
        try {
            while (!offer(share, record, onRefused)) {
                if (closed.await(RETRY_MS, TimeUnit.MILLISECONDS)) {
                    throw new KafkaException("record not sent, the output is closed: topic=" + record.topic());
                }
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Waits until each sent record is acknowledged or refused. */
    void flush() {
        producer.flush();
    }

    /** Ends the waiting of {@link #send}, and waits at most {@code timeout} for records in flight. */
    void close(Duration timeout) {
        closed.countDown();
        producer.close(timeout);
    }

    /** A record on its way. */
    private final class Delivery implements Callback {
        private final InFlight.Share share;
        private final String topic;
        private final @Nullable RouteSpan sending;
        private final long size;
        private final Runnable onRefused;
        /** The {@link System#nanoTime} of the start; 0 if the latency is not measured. */
        private final long start;

        private int generation;

        private final Thread sender = Thread.currentThread();
        /** Confined to the sending thread until the producer has taken the record. */
        private boolean taken = true;

        private Delivery(InFlight.Share share, ProducerRecord<byte[], byte[]> record, Runnable onRefused) {
            this.share = share;
            this.topic = record.topic();
            this.sending = TracedRecord.sending(record);
            boolean measured = sent.incrementAndGet() % LATENCY_SAMPLING == 0 || sending != null;
            this.start = measured ? System.nanoTime() : 0;
            this.size = record.key().length + (record.value() == null ? 0 : record.value().length) + 64L;
            this.onRefused = onRefused;
        }

        private void begin() {
            share.add(size);
            generation = ages.add();
        }

        private void end() {
            ages.remove(generation);
            share.remove(size);
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception error) {
            end();
            if (error == null) {
                if (start != 0) {
                    metrics.recordProduced(System.nanoTime() - start, sending == null ? null : sending.context());
                }
                if (sending != null) {
                    TracedRecord.endSpan(sending, metadata);
                }
            } else if (error instanceof TimeoutException
                    && Thread.currentThread().equals(sender)) {
                taken = false; // the producer reports this before its send() returns
            } else {
                recordRefusal(error);
            }
        }

        private void recordRefusal(Exception error) {
            metrics.countProduceError();
            if (sending != null) {
                sending.fail(error.toString(), TraceClock.nowMicros());
            }
            lastError = topic + ": " + error;
            log.error(getMarker("kafka-refused-record"), "Kafka refused a record: topic={}", topic, error);
            onRefused.run();
        }
    }
}
