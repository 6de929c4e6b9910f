// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Offsets;
import org.pathproof.contracts.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Monitors the delay of the table behind its input. The monitor compares two kinds of offsets with the ends of the
 * logs: those that validators have committed, and those that the store has read. The ends are not the last stable
 * offsets. Records of an open transaction therefore count as unread, even if the producer has died.
 */
public final class PipelineMonitor implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(PipelineMonitor.class);
    private static final Duration INTERVAL = Duration.ofMillis(250);
    /** Longest interval while the partitions do not grow and nothing is unread. */
    private static final Duration INTERVAL_AT_REST = Duration.ofSeconds(1);

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final long PARTITIONS_NANOS = Duration.ofSeconds(10).toNanos();

    private final KafkaTopics topics;
    private final String group;
    private final StoreStatus store;
    private final PipelineDelays delays;
    /** After a rest, this interval is part of the first delay. Half of the limit therefore bounds it. */
    private final Duration atRest;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private @Nullable Thread thread;

    /**
     * Creates the monitor, which measures nothing before {@link #start}.
     *
     * @param group the consumer group of the validators
     * @param store has the position of the store, and receives the delays
     */
    public PipelineMonitor(KafkaTopics topics, String group, StoreStatus store) {
        this.topics = topics;
        this.group = group;
        this.store = store;
        this.delays = store.delays();
        this.atRest = intervalAtRest(delays.limit());
    }

    /** Returns the interval at rest for a delay above which the table counts as late. */
    static Duration intervalAtRest(Duration limit) {
        Duration half = limit.dividedBy(2);
        return half.compareTo(INTERVAL_AT_REST) < 0 ? half : INTERVAL_AT_REST;
    }

    @Override
    public synchronized void start() {
        thread = Thread.ofPlatform().name("pipeline-monitor").daemon().start(this::run);
    }

    @Override
    public synchronized void stop() {
        stopped.countDown();
        Thread running = thread;
        thread = null;
        if (running != null) {
            running.interrupt();
            try {
                running.join(REQUEST_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }

    private void run() {
        while (stopped.getCount() > 0) {
            try {
                watch();
            } catch (InterruptedException e) {
                log.debug("the pipeline monitor is stopping", e);
                return;
            } catch (KafkaException e) {
                report(e);
            }
            if (!pause()) {
                return;
            }
        }
    }

    private void report(KafkaException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String message = "Kafka at " + topics.bootstrapServers() + " does not report the progress of the validators: "
                + cause.getMessage();
        if (delays.setProblem(message)) {
            log.warn(getMarker("pipeline-problem"), "pipeline not measured: problem=\"{}\"", message);
        }
    }

    /** Waits for the next check; returns false if the monitor is stopping. */
    private boolean pause() {
        try {
            Duration interval = delays.isAtRest() ? atRest : INTERVAL;
            return !stopped.await(interval.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Checks at intervals until a request to Kafka fails. */
    private void watch() throws InterruptedException {
        Admin admin = topics.admin("pathproof-policy-api-monitor");
        try {
            Offsets offsets = new Offsets(admin, REQUEST_TIMEOUT);
            List<TopicPartition> routes = List.of();
            List<TopicPartition> verdicts = List.of();
            long requested = 0;
            do {
                if (routes.isEmpty() || verdicts.isEmpty() || System.nanoTime() - requested > PARTITIONS_NANOS) {
                    requested = System.nanoTime();
                    routes = offsets.partitions(List.of(Topics.ROUTES));
                    verdicts = offsets.partitions(List.of(KafkaTopics.SESSIONS, KafkaTopics.VERDICTS));
                }
                check(offsets, routes, verdicts);
            } while (pause());
        } finally {
            admin.close(Duration.ZERO); // a graceful close waits for unavailable brokers
        }
    }

    private void check(Offsets offsets, List<TopicPartition> routes, List<TopicPartition> verdicts)
            throws InterruptedException {
        long before = System.nanoTime();
        Map<TopicPartition, Long> ends = offsets.ends(routes);
        Long validatedAt = delays.checkValidation(before, ends, offsets.committed(group, ends));
        long after = System.nanoTime();

        Map<TopicPartition, Long> verdictEnds = offsets.ends(verdicts);
        Position position = store.input().position();
        if (position == null) {
            delays.resetReading();
        } else {
            delays.checkReading(after, validatedAt, verdictEnds, positions(position, verdicts));
        }
        if (delays.completeCheck()) {
            log.info("caught up: all route events from before the start are validated, and their verdicts are read");
        }
    }

    private static Map<TopicPartition, Long> positions(Position position, List<TopicPartition> of) {
        List<TopicPartition> known = position.partitions();
        Map<TopicPartition, Long> positions = new HashMap<>();
        for (TopicPartition partition : of) {
            positions.put(partition, known.contains(partition) ? position.next(partition) : 0);
        }
        return positions;
    }
}
