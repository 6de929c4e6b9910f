// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import static org.slf4j.MarkerFactory.getMarker;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.contracts.Topics;
import org.pathproof.verdictstore.input.ConsumerThread;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and reads the topic of the policies. While Kafka is unavailable, the last state stays, and its problem is the
 * fault.
 */
final class PolicyFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PolicyFollower.class);
    private static final TopicPartition PARTITION = new TopicPartition(Topics.POLICIES, 0);
    /** Timeout of a poll before the follower is ready. */
    private static final Duration FIRST_POLL_TIMEOUT = Duration.ofMillis(200);

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(2);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final KafkaTopics topics;
    private final TopicSettings layout;
    private final Runnable listener;
    private final ConsumerThread thread;
    /** The results of changes that this replica wrote, by key, until they are read back. */
    private final Map<String, CompletableFuture<PolicyLog.Outcome>> awaited = new ConcurrentHashMap<>();

    private volatile PolicyState state = PolicyState.STARTING;
    private volatile List<String> obsolete = List.of();
    /** Used by the follower's thread only, as the four fields below. */
    private PolicyLog policyLog = new PolicyLog();

    private @Nullable String kafkaProblem;
    private boolean ready;
    private boolean provisioned;
    private long next;

    /** @param listener runs in the follower's thread after each change of the state, and must not block */
    PolicyFollower(KafkaTopics topics, TopicSettings layout, Runnable listener) {
        this.topics = topics;
        this.layout = layout;
        this.listener = listener;
        this.thread = new ConsumerThread("policy-follower", RETRY_DELAY, this::open, this::read, this::handleFailure);
    }

    void start() {
        thread.start();
    }

    PolicyState state() {
        return state;
    }

    /** Returns the keys of records that can be removed from the topic. */
    List<String> obsolete() {
        return obsolete;
    }

    /**
     * Returns the future result of a change that the caller is about to write. The caller must call {@link #forget}
     * afterwards.
     */
    CompletableFuture<PolicyLog.Outcome> expect(String key) {
        return awaited.computeIfAbsent(key, ignored -> new CompletableFuture<>());
    }

    void forget(String key) {
        awaited.remove(key);
    }

    @Override
    public void close() {
        thread.stop();
    }

    private Consumer<byte[], byte[]> open() {
        if (!provisioned) {
            try {
                provision();
            } catch (InterruptedException e) {
                throw new InterruptException(e); // ends the thread
            }
            provisioned = true;
        }
        return topics.consumer("pathproof-policy-api-policies");
    }

    private void handleFailure(KafkaException e) {
        if (e instanceof OffsetOutOfRangeException) {
            next = 0;
            ready = false;
            policyLog = new PolicyLog();
            report("changes of " + Topics.POLICIES + " were deleted, reading all of them again: " + e.getMessage());
        } else {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            report("Kafka at " + topics.bootstrapServers() + ", topic " + Topics.POLICIES + ": " + cause.getMessage());
        }
    }

    private void provision() throws InterruptedException {
        Admin admin = topics.admin("pathproof-policy-api-policies");
        try {
            new TopicProvisioner(admin, layout).provision(TopicProvisioner.policiesTopic(layout));
        } finally {
            admin.close(Duration.ZERO); // a graceful close waits for unavailable brokers
        }
    }

    private void report(String message) {
        if (!message.equals(kafkaProblem)) {
            log.warn(getMarker("policy-problem"), "policy not read: problem=\"{}\"", message);
        }
        kafkaProblem = message;
        publish();
    }

    private void publish() {
        PolicyState before = state;
        PolicyState now = policyLog.state(ready);
        if (kafkaProblem != null) {
            now = now.with(ready, kafkaProblem);
        }
        obsolete = policyLog.obsolete();
        if (!now.equals(before)) {
            state = now;
            listener.run();
        }
    }

    /** Reads until Kafka fails or the follower stops. */
    private void read(Consumer<byte[], byte[]> from) {
        from.assign(List.of(PARTITION));
        if (next == 0) {
            from.seekToBeginning(List.of(PARTITION));
        } else {
            from.seek(PARTITION, next);
        }
        long end = end(from);
        long lastCheck = System.nanoTime();
        while (!thread.isStopping()) {
            for (ConsumerRecord<byte[], byte[]> polled : from.poll(ready ? CHECK_INTERVAL : FIRST_POLL_TIMEOUT)) {
                apply(polled);
            }
            next = from.position(PARTITION, REQUEST_TIMEOUT);
            kafkaProblem = null;
            ready = ready || next >= end;
            publish();
            if (System.nanoTime() - lastCheck >= CHECK_INTERVAL.toNanos()) {
                end(from); // fails if Kafka does not respond
                lastCheck = System.nanoTime();
            }
        }
    }

    private static long end(Consumer<byte[], byte[]> from) {
        return Objects.requireNonNull(
                from.endOffsets(List.of(PARTITION), REQUEST_TIMEOUT).get(PARTITION));
    }

    private void apply(ConsumerRecord<byte[], byte[]> polled) {
        try {
            if (polled.key() == null) {
                throw new IllegalArgumentException("it has no key");
            }
            String key = new String(polled.key(), StandardCharsets.UTF_8);
            PolicyLog.Outcome outcome = policyLog.add(polled.offset(), key, polled.value());
            if (outcome == PolicyLog.Outcome.ACCEPTED) {
                PolicyState now = policyLog.state(false);
                log.info(
                        "policy changed: offset={} version={} switched-off={} by=\"{}\"",
                        polled.offset(),
                        now.version(),
                        now.isSwitchedOff(),
                        now.history().getLast().by());
            }
            CompletableFuture<PolicyLog.Outcome> waiting = awaited.get(key);
            if (waiting != null && polled.value() != null) {
                publish(); // before the writer continues, so that it reads its own change
                waiting.complete(outcome);
            }
        } catch (IllegalArgumentException e) {
            log.warn(
                    getMarker("policy-record-skipped"),
                    "record skipped, it is not a change of the policy: topic={} offset={} error={}",
                    polled.topic(),
                    polled.offset(),
                    e.getMessage());
        }
    }
}
