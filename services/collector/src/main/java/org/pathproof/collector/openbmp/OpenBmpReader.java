// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.openbmp;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.kafka.Lane;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.GapWriter;
import org.pathproof.contracts.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads raw OpenBMP topics as a member of a consumer group. The messages of a router must come from one partition to
 * stay in order; {@link OpenBmpRouters} handles them. Offsets are committed once a second, after all resulting records
 * are acknowledged. After a stop, the messages of the last second are read again, and none is lost.
 *
 * <p>After a restart or a rebalance, the reader may begin in the middle of a router's BMP session. The router's
 * sessions then continue with the epochs and facts of their records.
 */
public final class OpenBmpReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OpenBmpReader.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final long RETRY_SECONDS = 2;

    private final Map<String, Object> config;
    private final GapWriter gaps;
    private final Pattern topics;
    private final KafkaOutput output;
    private final Lane lane;
    private final CollectorMetrics metrics;
    private final Intake intake;
    private final OpenBmpRouters routers;
    private final AtomicBoolean refused = new AtomicBoolean();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Object consumerLock = new Object();
    // Confined to the reader's thread.
    private long lastRound = System.nanoTime();
    private boolean uncommitted;
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private @Nullable Thread thread;

    /**
     * Creates a reader, which {@link #start} starts.
     *
     * @param client settings of Kafka's clients
     * @param patterns topic names, as regular expressions
     * @param maxMessage maximum size of a BMP message in bytes
     */
    public OpenBmpReader(
            Map<String, Object> client,
            List<String> patterns,
            String group,
            int maxMessage,
            RouterRules rules,
            Sessions sessions,
            KafkaOutput output,
            CollectorMetrics metrics,
            Clock clock,
            Intake intake) {
        this.config = new HashMap<>(client);
        this.gaps = new GapWriter(client, sessions.gaps()::newestNumber);
        config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"); // resetTo() reports the gap before it seeks
        config.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5000);
        // New topics that match are found within this time.
        config.putIfAbsent(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 10_000);
        this.topics = Pattern.compile(String.join("|", patterns) + "|" + Pattern.quote(Topics.OPENBMP_REKEYED));
        this.output = output;
        this.lane = output.lane(() -> refused.set(true));
        this.metrics = metrics;
        this.intake = intake;
        this.routers = new OpenBmpRouters(maxMessage, rules, sessions, lane, () -> refused.set(true), metrics, clock);
    }

    public void start() {
        thread = Thread.ofPlatform().name("openbmp-reader").start(this::run);
    }

    private void run() {
        while (stop.getCount() > 0) {
            try (KafkaConsumer<byte[], byte[]> reading =
                    new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                synchronized (consumerLock) {
                    consumer = reading;
                }
                reading.subscribe(topics, new ForgetRevoked(reading));
                while (stop.getCount() > 0) {
                    runRound(reading);
                }
            } catch (WakeupException e) {
                return; // close() ends the reader
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                log.error(
                        getMarker("openbmp-read-failed"),
                        "reading OpenBMP topics failed, continuing from the committed offsets",
                        e);
                waitAndForget();
            } finally {
                synchronized (consumerLock) {
                    consumer = null;
                }
            }
        }
    }

    private void runRound(KafkaConsumer<byte[], byte[]> reading) throws InterruptedException {
        // The poll keeps the group membership; paused partitions return no records.
        if (intake.isOpen()) {
            reading.resume(reading.paused());
        } else {
            reading.pause(reading.assignment());
        }
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = reading.poll(POLL);
        } catch (InvalidOffsetException e) {
            resetTo(reading, e);
            return;
        }
        for (ConsumerRecord<byte[], byte[]> record : records) {
            lane.awaitRoom();
            routers.handle(record);
        }
        uncommitted |= !records.isEmpty();
        if (System.nanoTime() - lastRound < POLL.toNanos()) {
            return;
        }
        lastRound = System.nanoTime();
        if (intake.isOpen()) {
            routers.tick();
        }
        if (uncommitted) {
            commit(reading);
        }
    }

    /**
     * Reports the missing records as gaps, and seeks to the first record that exists. A partition that is read for the
     * first time has no gap if it begins at offset 0.
     */
    private void resetTo(KafkaConsumer<byte[], byte[]> reading, InvalidOffsetException e) {
        metrics.countRawGaps(gaps.publish(e).size());
        reading.seekToBeginning(e.partitions());
    }

    private void commit(KafkaConsumer<byte[], byte[]> reading) {
        uncommitted = false;
        output.flush();
        if (refused.getAndSet(false)) {
            throw new KafkaException("Kafka refused records that resulted from OpenBMP messages");
        }
        reading.commitSync();
    }

    private void waitAndForget() {
        routers.clear();
        try {
            if (stop.await(RETRY_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops reading. Records that were read and not committed are read again at the next start. */
    @Override
    public void close() {
        stop.countDown();
        synchronized (consumerLock) {
            if (consumer != null) {
                consumer.wakeup();
            }
        }
        Thread running = thread;
        if (running != null) {
            try {
                running.join(Duration.ofSeconds(15));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Drops the state of routers when partitions move. The next reader continues from the session records. */
    private final class ForgetRevoked implements ConsumerRebalanceListener {
        private final KafkaConsumer<byte[], byte[]> reading;

        private ForgetRevoked(KafkaConsumer<byte[], byte[]> reading) {
            this.reading = reading;
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                commit(reading);
                routers.clear();
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            routers.clear();
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            log.info("reading OpenBMP: partitions={}", partitions);
            if (!intake.isOpen()) {
                reading.pause(partitions);
            }
        }
    }
}
