// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.store.RouteTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Keeps the store equal to what Kafka holds. Kafka may be away when this starts, or go away: it keeps trying, what was read stays in force,
 * and {@link #status} says what is wrong. When records that were not read yet are gone (a topic that was deleted, or cut), everything is read
 * again from the beginning.
 */
public final class VerdictFollower implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(VerdictFollower.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration CHECK = Duration.ofSeconds(2);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final KafkaTopics topics;
    private final RouteTable table;
    private final ChangeListener listener;
    private final Clock clock;
    private final CountDownLatch stopped = new CountDownLatch(1);

    private volatile FeedStatus status = new FeedStatus(false, 0, null, "Kafka was not reached yet", 0);
    private volatile @Nullable Consumer<byte[], byte[]> consumer;
    private @Nullable Thread thread;
    /** How far the store has read; null while it has not begun. Of the follower's thread alone. */
    private @Nullable Position reached;

    public VerdictFollower(KafkaTopics topics, RouteTable table, ChangeListener listener, Clock clock) {
        this.topics = topics;
        this.table = table;
        this.listener = listener;
        this.clock = clock;
    }

    public FeedStatus status() {
        return status;
    }

    @Override
    public synchronized void start() {
        thread = Thread.ofPlatform().name("verdict-follower").start(this::run);
    }

    @Override
    public synchronized void stop() {
        stopped.countDown();
        Consumer<byte[], byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
        Thread running = thread;
        thread = null;
        if (running != null) {
            try {
                running.join(ANSWER);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }

    private boolean stopping() {
        return stopped.getCount() == 0;
    }

    private void run() {
        while (!stopping()) {
            try (Consumer<byte[], byte[]> opened = topics.consumer("pathproof-policy-api")) {
                consumer = opened;
                follow(opened);
            } catch (WakeupException | InterruptException e) {
                LOG.debug("the verdict follower is told to stop");
                return;
            } catch (OffsetOutOfRangeException e) {
                reached = null;
                problem("records of the verdict topics are gone before they were read; reading all of them again: "
                        + e.getMessage());
            } catch (KafkaException e) {
                problem(words(e));
            } finally {
                consumer = null;
            }
            await(RETRY);
        }
    }

    private String words(KafkaException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return "Kafka at " + topics.bootstrapServers() + ": " + cause.getMessage();
    }

    private void problem(String words) {
        FeedStatus now = status;
        if (!words.equals(now.problem())) {
            LOG.warn("{}", words);
        }
        status = new FeedStatus(now.ready(), now.lag(), now.lastContact(), words, now.rejected());
    }

    private void await(Duration time) {
        try {
            if (stopped.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.debug("stopping");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads until something breaks. */
    private void follow(Consumer<byte[], byte[]> from) {
        List<TopicPartition> partitions = discover(from);
        if (partitions.isEmpty()) {
            return;
        }
        from.assign(partitions);
        start(from, partitions);
        Map<TopicPartition, Long> goal = from.endOffsets(partitions, ANSWER);
        Position position = position(from, partitions);
        status = new FeedStatus(status.ready(), lag(from, goal), Instant.now(clock), null, status.rejected());
        Instant checked = Instant.now(clock);
        while (!stopping()) {
            boolean ready = status.ready();
            for (ConsumerRecord<byte[], byte[]> polled : from.poll(POLL)) {
                position = position.after(polled);
                reached = position;
                apply(polled, ready ? position : null);
            }
            listener.paused();
            if (!ready && lag(from, goal) == 0) {
                position = position(from, partitions);
                reached = position;
                LOG.info(
                        "the verdict store is ready: {} routes, {} sessions",
                        table.size(),
                        table.peerings().size());
                status = new FeedStatus(true, 0, Instant.now(clock), null, status.rejected());
                listener.caughtUp(position);
            }
            Instant now = Instant.now(clock);
            if (Duration.between(checked, now).compareTo(CHECK) >= 0) {
                checked = now;
                check(from, partitions);
            }
        }
    }

    /** Goes on where the store stands; or empties it and begins, when there is no such place. */
    private void start(Consumer<byte[], byte[]> from, List<TopicPartition> partitions) {
        Position last = reached;
        if (last != null && last.partitions().equals(partitions)) {
            for (TopicPartition partition : partitions) {
                from.seek(partition, last.next(partition));
            }
            return;
        }
        if (status.ready()) {
            listener.restarted();
        }
        table.clear();
        FeedStatus now = status;
        status = new FeedStatus(false, now.lag(), now.lastContact(), now.problem(), now.rejected());
        from.seekToBeginning(partitions);
    }

    /** All partitions, or none while a topic does not exist. */
    private List<TopicPartition> discover(Consumer<byte[], byte[]> from) {
        List<PartitionInfo> sessions = from.partitionsFor(KafkaTopics.SESSIONS, ANSWER);
        List<PartitionInfo> verdicts = from.partitionsFor(KafkaTopics.VERDICTS, ANSWER);
        if (sessions == null || sessions.isEmpty() || verdicts == null || verdicts.isEmpty()) {
            problem("Kafka at " + topics.bootstrapServers() + " has no topic "
                    + (sessions == null || sessions.isEmpty() ? KafkaTopics.SESSIONS : KafkaTopics.VERDICTS) + " yet");
            return List.of();
        }
        return KafkaTopics.partitions(sessions.size(), verdicts.size());
    }

    private void check(Consumer<byte[], byte[]> from, List<TopicPartition> partitions) {
        try {
            long lag = lag(from, from.endOffsets(partitions, CHECK));
            status = new FeedStatus(status.ready(), lag, Instant.now(clock), null, status.rejected());
        } catch (TimeoutException e) {
            problem("Kafka at " + topics.bootstrapServers() + " does not answer; the last verdicts read stay in force");
            return;
        }
        List<TopicPartition> now = discover(from);
        if (!now.isEmpty() && now.size() != partitions.size()) {
            reached = null;
            throw new KafkaException("the number of partitions changed; reading everything again");
        }
    }

    private static long lag(Consumer<byte[], byte[]> from, Map<TopicPartition, Long> ends) {
        long lag = 0;
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            lag += Math.max(0, end.getValue() - from.position(end.getKey(), ANSWER));
        }
        return lag;
    }

    private static Position position(Consumer<byte[], byte[]> from, List<TopicPartition> partitions) {
        return new Position(
                offsets(from, partitions, KafkaTopics.SESSIONS), offsets(from, partitions, KafkaTopics.VERDICTS));
    }

    private static long[] offsets(Consumer<byte[], byte[]> from, List<TopicPartition> partitions, String topic) {
        return partitions.stream()
                .filter(p -> p.topic().equals(topic))
                .mapToLong(p -> from.position(p, ANSWER))
                .toArray();
    }

    private void apply(ConsumerRecord<byte[], byte[]> polled, @Nullable Position next) {
        try {
            if (polled.key() == null) {
                throw new IllegalArgumentException("it has no key");
            }
            if (polled.topic().equals(KafkaTopics.SESSIONS)) {
                var change = table.session(polled.key(), polled.value());
                if (next != null) {
                    listener.changed(change, origin(polled, next));
                }
            } else {
                var change = table.verdict(polled.key(), polled.value());
                if (next != null) {
                    listener.changed(change, origin(polled, next));
                }
            }
        } catch (IllegalArgumentException e) {
            FeedStatus now = status;
            status = new FeedStatus(now.ready(), now.lag(), now.lastContact(), now.problem(), now.rejected() + 1);
            LOG.warn(
                    "record {} of {}-{} is left out: {}",
                    polled.offset(),
                    polled.topic(),
                    polled.partition(),
                    e.getMessage());
        }
    }

    private static ChangeListener.Origin origin(ConsumerRecord<byte[], byte[]> polled, Position next) {
        return new ChangeListener.Origin(polled.partition(), polled.offset(), polled.timestamp(), next);
    }
}
