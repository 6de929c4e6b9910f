// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
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
    private static final Logger LOG = LoggerFactory.getLogger(PipelineMonitor.class);
    private static final Duration INTERVAL = Duration.ofMillis(250);
    /** Longest interval while the partitions do not grow and nothing is unread. */
    private static final Duration INTERVAL_AT_REST = Duration.ofSeconds(1);

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final long PARTITIONS_NANOS = Duration.ofSeconds(10).toNanos();

    private final KafkaTopics topics;
    private final String group;
    private final Supplier<@Nullable Position> read;
    private final LongSupplier nanoTime;
    private final DelayBound judging;
    private final DelayBound reading;
    private final Duration limit;
    private final DelayThreshold judgingLateness;
    private final DelayThreshold tableLateness;
    /** After a rest, this interval is part of the first delay. Half of the limit therefore bounds it. */
    private final Duration atRest;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile @Nullable String problem = "the progress of the validators was not read from Kafka yet";
    private final long created;
    private volatile boolean caughtUp;

    private @Nullable Thread thread;

    /**
     * @param group the consumer group of the validators
     * @param read returns the store's position; null before its start
     * @param limit the delay above which the table counts as late
     */
    public PipelineMonitor(KafkaTopics topics, String group, Supplier<@Nullable Position> read, Duration limit) {
        this(topics, group, read, limit, System::nanoTime);
    }

    PipelineMonitor(
            KafkaTopics topics,
            String group,
            Supplier<@Nullable Position> read,
            Duration limit,
            LongSupplier nanoTime) {
        this.topics = topics;
        this.group = group;
        this.read = read;
        this.nanoTime = nanoTime;
        this.judging = new DelayBound(nanoTime);
        this.reading = new DelayBound(nanoTime);
        this.limit = limit;
        this.judgingLateness = new DelayThreshold(limit);
        this.tableLateness = new DelayThreshold(limit);
        this.atRest = intervalAtRest(limit);
        this.created = nanoTime.getAsLong();
    }

    /** Returns the interval at rest for a delay above which the table counts as late. */
    static Duration intervalAtRest(Duration limit) {
        Duration half = limit.dividedBy(2);
        return half.compareTo(INTERVAL_AT_REST) < 0 ? half : INTERVAL_AT_REST;
    }

    /** Returns the current delays. */
    public PipelineStatus status() {
        Duration judged = judging.now();
        Duration taken = reading.now();
        return new PipelineStatus(
                problem,
                caughtUp,
                judging.lag(),
                judged,
                judgingLateness.isLate(judged),
                reading.lag(),
                taken,
                tableLateness.isLate(table(judged, taken, reading.sinceInput(), limit)));
    }

    /**
     * Returns the delay of the table behind the route events; null while unknown. If both readers had read everything,
     * the delay is zero until the limit has passed since their last check, because records may have come since then.
     *
     * @param judged delay of the validators
     * @param taken delay of the store
     * @param sinceInput age of the newest input before which all input is in the table
     */
    static @Nullable Duration table(
            @Nullable Duration judged, @Nullable Duration taken, @Nullable Duration sinceInput, Duration limit) {
        if (judged == null || taken == null || sinceInput == null) {
            return null;
        }
        boolean allRead = judged.isZero() && taken.isZero() && sinceInput.compareTo(limit) <= 0;
        return allRead ? Duration.ZERO : sinceInput;
    }

    /**
     * Returns true if all route events that were in Kafka at a time are judged, and their verdicts are in the table.
     *
     * @param at a value of {@link System#nanoTime}
     */
    public boolean hasPassed(long at) {
        return reading.hasPassedInput(at);
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
                LOG.debug("the pipeline monitor is stopping", e);
                return;
            } catch (KafkaException e) {
                failed(e);
            }
            if (!pause()) {
                return;
            }
        }
    }

    private void failed(KafkaException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String message = "Kafka at " + topics.bootstrapServers() + " does not report the progress of the validators: "
                + cause.getMessage();
        if (!message.equals(problem)) {
            LOG.warn(getMarker("pipeline-problem"), "pipeline not measured: problem=\"{}\"", message);
        }
        problem = message;
    }

    /** Waits for the next check; returns false if the monitor is stopping. */
    private boolean pause() {
        try {
            Duration interval = judging.isAtRest() && reading.isAtRest() ? atRest : INTERVAL;
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
            long asked = 0;
            do {
                if (routes.isEmpty() || verdicts.isEmpty() || nanoTime.getAsLong() - asked > PARTITIONS_NANOS) {
                    asked = nanoTime.getAsLong();
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
        long before = nanoTime.getAsLong();
        Map<TopicPartition, Long> ends = offsets.ends(routes);
        judging.check(before, ends, offsets.committed(group, ends));
        Long judgedAt = judging.passedAt();
        long after = nanoTime.getAsLong();

        Map<TopicPartition, Long> verdictEnds = offsets.ends(verdicts);
        Position position = read.get();
        if (position == null) {
            reading.reset();
        } else {
            reading.check(after, judgedAt, verdictEnds, positions(position, verdicts));
        }
        problem = null;
        if (!caughtUp && hasPassed(created)) {
            caughtUp = true;
            LOG.info("caught up: all route events from before the start are judged, and their verdicts are read");
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
