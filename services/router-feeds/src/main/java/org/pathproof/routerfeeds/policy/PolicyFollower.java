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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.contracts.Topics;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and reads the topic of the policies. While Kafka is unavailable, the last state stays and names the fault.
 */
final class PolicyFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PolicyFollower.class);
    private static final TopicPartition PARTITION = new TopicPartition(Topics.POLICIES, 0);
    /** Wait for records until the follower is ready. */
    private static final Duration FIRST_POLL_TIMEOUT = Duration.ofMillis(200);

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(2);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final KafkaTopics topics;
    private final TopicSettings layout;
    private final Runnable listener;
    private final CountDownLatch stopped = new CountDownLatch(1);
    /** The results of changes that this replica wrote, by key, until they are read back. */
    private final Map<String, CompletableFuture<PolicyLog.Outcome>> awaited = new ConcurrentHashMap<>();

    private volatile PolicyState state = PolicyState.STARTING;
    private volatile List<String> obsolete = List.of();
    private volatile @Nullable Consumer<byte[], byte[]> consumer;
    /** Used by the follower's thread only, as the three fields below. */
    private PolicyLog policyLog = new PolicyLog();

    private @Nullable String kafkaProblem;
    private boolean ready;
    private long next;
    private final Thread thread = Thread.ofPlatform().name("policy-follower").unstarted(this::run);

    /** @param listener runs in the follower's thread after each change of the state, and must not block */
    PolicyFollower(KafkaTopics topics, TopicSettings layout, Runnable listener) {
        this.topics = topics;
        this.layout = layout;
        this.listener = listener;
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
     * Returns the future result of a change that the caller is about to write. The caller calls {@link #forget} in the
     * end.
     */
    CompletableFuture<PolicyLog.Outcome> expect(String key) {
        return awaited.computeIfAbsent(key, ignored -> new CompletableFuture<>());
    }

    void forget(String key) {
        awaited.remove(key);
    }

    @Override
    public void close() {
        stopped.countDown();
        Consumer<byte[], byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
        try {
            thread.join(REQUEST_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isStopping() {
        return stopped.getCount() == 0;
    }

    private void run() {
        boolean provisioned = false;
        while (!isStopping()) {
            try {
                if (!provisioned) {
                    provision();
                    provisioned = true;
                }
                read();
            } catch (WakeupException | InterruptException | InterruptedException e) {
                log.debug("the policy follower is stopping", e);
                return;
            } catch (OffsetOutOfRangeException e) {
                next = 0;
                ready = false;
                policyLog = new PolicyLog();
                report("changes of " + Topics.POLICIES + " were deleted, reading all of them again: " + e.getMessage());
            } catch (KafkaException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                report("Kafka at " + topics.bootstrapServers() + ", topic " + Topics.POLICIES + ": "
                        + cause.getMessage());
            }
            try {
                if (stopped.await(RETRY_DELAY.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
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
    private void read() {
        try (Consumer<byte[], byte[]> opened = topics.consumer("pathproof-policy-api-policies")) {
            consumer = opened;
            opened.assign(List.of(PARTITION));
            if (next == 0) {
                opened.seekToBeginning(List.of(PARTITION));
            } else {
                opened.seek(PARTITION, next);
            }
            long end = end(opened);
            long lastCheck = System.nanoTime();
            while (!isStopping()) {
                for (ConsumerRecord<byte[], byte[]> polled : opened.poll(ready ? CHECK_INTERVAL : FIRST_POLL_TIMEOUT)) {
                    apply(polled);
                }
                next = opened.position(PARTITION, REQUEST_TIMEOUT);
                kafkaProblem = null;
                ready = ready || next >= end;
                publish();
                if (System.nanoTime() - lastCheck >= CHECK_INTERVAL.toNanos()) {
                    end(opened); // fails if Kafka does not answer
                    lastCheck = System.nanoTime();
                }
            }
        } finally {
            consumer = null;
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
