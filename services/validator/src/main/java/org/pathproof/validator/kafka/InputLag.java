// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.pathproof.contracts.Offsets;
import org.pathproof.contracts.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the number of route events of this instance's partitions that are not validated yet. The number is the sum
 * of the ends of the partitions minus the committed offsets, both read from the brokers. Kafka's own lag metric has no
 * value before the first fetch, and does not count records that are fetched and not processed.
 */
final class InputLag implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(InputLag.class);
    private static final long INTERVAL_MS = 1_000;
    /** Interval while no event waits. */
    private static final long INTERVAL_AT_REST_MS = 4_000;

    /** Longer than an interval at rest and the measurement after it. */
    private static final long MAX_AGE_NANOS = Duration.ofSeconds(8).toNanos();

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(3);

    private final KafkaStreams streams;
    private final String group;
    private final Admin admin;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;
    private volatile Measured last = new Measured(Double.NaN, System.nanoTime());

    private record Measured(double lag, long at) {}

    /** Starts measuring. {@link #close} ends the measurement and closes {@code admin}. */
    InputLag(KafkaStreams streams, String group, Admin admin) {
        this.streams = streams;
        this.group = group;
        this.admin = admin;
        thread = Thread.ofPlatform().name("input-lag").daemon().start(this::run);
    }

    /** Returns the number of route events that are not validated yet; NaN while it is unknown. */
    double get() {
        Measured measured = last;
        return System.nanoTime() - measured.at > MAX_AGE_NANOS ? Double.NaN : measured.lag;
    }

    private void run() {
        Offsets offsets = new Offsets(admin, REQUEST_TIMEOUT);
        try {
            do {
                try {
                    last = new Measured(measure(offsets), System.nanoTime());
                } catch (KafkaException | IllegalStateException e) {
                    log.debug("Input lag cannot be measured", e);
                }
            } while (!stopped.await(last.lag == 0 ? INTERVAL_AT_REST_MS : INTERVAL_MS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            log.debug("Interrupted because the validator stops", e);
        }
    }

    private double measure(Offsets offsets) throws InterruptedException {
        if (streams.state() != KafkaStreams.State.RUNNING) {
            return Double.NaN;
        }
        List<TopicPartition> partitions = streams.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .flatMap(task -> task.topicPartitions().stream())
                .filter(partition -> partition.topic().equals(Topics.ROUTES))
                .toList();
        if (partitions.isEmpty()) {
            return 0;
        }
        Map<TopicPartition, Long> ends = offsets.ends(partitions);
        Map<TopicPartition, Long> committed = offsets.committed(group, ends);
        return partitions.stream()
                .mapToLong(p -> Math.max(0, ends.getOrDefault(p, 0L) - committed.getOrDefault(p, 0L)))
                .sum();
    }

    @Override
    public void close() {
        stopped.countDown();
        thread.interrupt();
        admin.close(Duration.ZERO); // a graceful close waits for unreachable brokers
    }
}
