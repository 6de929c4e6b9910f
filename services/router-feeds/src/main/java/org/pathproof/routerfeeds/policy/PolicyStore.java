// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import static org.slf4j.MarkerFactory.getMarker;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.FeedSwitch;
import org.pathproof.contracts.v1.PolicyChange;
import org.pathproof.contracts.v1.PolicyVersion;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyProblem;
import org.pathproof.feeds.policy.PolicyReader;
import org.pathproof.feeds.policy.PolicyWriter;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Reads and changes the policy of the feeds, which all replicas share. Thread-safe. */
public final class PolicyStore implements SmartLifecycle {
    /** Maximum number of bytes of a policy in canonical form, below the usual limit of Kafka for a record. */
    public static final int MAX_POLICY_BYTES = 900_000;

    private static final Logger log = LoggerFactory.getLogger(PolicyStore.class);
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final int MAX_ATTEMPTS = 10;

    private final KafkaTopics topics;
    private final Optional<InitialPolicy> initial;
    private final Clock clock;
    private final PolicyFollower follower;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private @Nullable Producer<byte[], byte[]> producer;
    private @Nullable Thread publisher;
    private volatile boolean running;

    /**
     * The policy of the settings. This policy is published if the topic has no policy.
     *
     * @param source name of its file
     */
    public record InitialPolicy(PolicyDocument document, String source) {}

    public PolicyStore(KafkaTopics topics, TopicSettings layout, Optional<InitialPolicy> initial, Clock clock) {
        this.topics = topics;
        this.initial = initial;
        this.clock = clock;
        this.follower = new PolicyFollower(topics, layout, () -> listeners.forEach(Runnable::run));
    }

    /** Adds a listener, which is called after each change of the state. The listener must not block. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** Returns the current state. The state is not ready until a policy of the settings is published. */
    public PolicyState state() {
        PolicyState state = follower.state();
        return state.ready() && initial.isPresent() && state.policy().isEmpty()
                ? state.with(false, state.problem())
                : state;
    }

    /**
     * Replaces the policy.
     *
     * @param expected version from which the author started; 0 for none
     * @return the new version
     * @throws PolicyConflictException if another version is in force
     * @throws PolicyWriteException if Kafka does not confirm the change
     * @throws IllegalArgumentException if the policy is too long, or replicas could not read it back
     */
    public long replace(PolicyDocument document, long expected, String author, String reason)
            throws PolicyConflictException {
        PolicyState now = requireReady();
        if (now.version() != expected) {
            throw new PolicyConflictException(expected, now);
        }
        long version = expected + 1;
        String text = PolicyWriter.write(document.withVersion(version));
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_POLICY_BYTES) {
            throw new IllegalArgumentException("the policy has " + bytes + " bytes in canonical form, at most "
                    + MAX_POLICY_BYTES + " are allowed");
        }
        requireReadable(text);
        PolicyChange.Builder change = change(author, reason)
                .setPolicy(PolicyVersion.newBuilder()
                        .setVersion(version)
                        .setPredecessor(expected)
                        .setDocument(text));
        if (write("policy/", change) == PolicyLog.Outcome.REJECTED) {
            throw new PolicyConflictException(expected, follower.state());
        }
        return version;
    }

    private PolicyState requireReady() {
        PolicyState now = follower.state();
        if (!now.ready()) {
            throw new PolicyWriteException("the changes of the policy are not read yet"
                    + Optional.ofNullable(now.problem()).map(why -> ": " + why).orElse(""));
        }
        return now;
    }

    /** Refuses a policy that replicas could not read back. */
    private static void requireReadable(String text) {
        List<PolicyProblem> problems = PolicyReader.read(text, "policy").problems();
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("the policy cannot be used: " + problems.getFirst());
        }
    }

    /**
     * Applies an edit to the version in force, and again after each concurrent change, at most 10 times.
     *
     * @param edit returns the changed document; an exception that it throws ends the change
     * @return the new version
     * @throws PolicyConflictException if the policy was changed too often at the same time
     * @throws PolicyWriteException if the version in force is not known or cannot be read, or Kafka does not confirm
     */
    public long edit(UnaryOperator<PolicyDocument> edit, String author, String reason) throws PolicyConflictException {
        for (int attempt = 1; ; attempt++) {
            PolicyState now = follower.state();
            if (now.problem() != null) {
                throw new PolicyWriteException("the policy cannot be changed: " + now.problem());
            }
            try {
                return replace(edit.apply(now.document()), now.version(), author, reason);
            } catch (PolicyConflictException e) {
                if (attempt == MAX_ATTEMPTS) {
                    throw e;
                }
                log.debug("the policy was changed at the same time, trying again", e);
            }
        }
    }

    /**
     * Uses the switch of all feeds. The last use wins.
     *
     * @param off true to withdraw every announcement of every feed
     * @throws PolicyWriteException if the topic is not read yet, or Kafka does not confirm the change
     */
    public void setSwitch(boolean off, String author, String reason) {
        requireReady();
        write("switch/", change(author, reason).setFeeds(FeedSwitch.newBuilder().setOff(off)));
    }

    private PolicyChange.Builder change(String author, String reason) {
        return PolicyChange.newBuilder()
                .setAuthor(author)
                .setTime(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now(clock)))
                .setReason(reason);
    }

    private PolicyLog.Outcome write(String kind, PolicyChange.Builder change) {
        String key = kind + UUID.randomUUID();
        CompletableFuture<PolicyLog.Outcome> outcome = follower.expect(key);
        try {
            send(key, change.build().toByteArray()).get(WRITE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            PolicyLog.Outcome result = outcome.get(WRITE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            follower.obsolete().forEach(this::remove);
            return result;
        } catch (ExecutionException | KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new PolicyWriteException("Kafka refused the change: " + cause.getMessage(), e);
        } catch (TimeoutException e) {
            throw new PolicyWriteException(
                    "Kafka did not confirm the change within " + WRITE_TIMEOUT.toSeconds()
                            + " s; it may still come into force",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PolicyWriteException("interrupted; the change may still come into force", e);
        } finally {
            follower.forget(key);
        }
    }

    private Future<RecordMetadata> send(String key, byte @Nullable [] value) {
        return producer().send(new ProducerRecord<>(Topics.POLICIES, 0, key.getBytes(StandardCharsets.UTF_8), value));
    }

    /** Removes a record from the topic. A later change tries again if this fails. */
    private void remove(String key) {
        try {
            var _ = producer()
                    .send(
                            new ProducerRecord<>(Topics.POLICIES, 0, key.getBytes(StandardCharsets.UTF_8), null),
                            (metadata, failure) -> {
                                if (failure != null) {
                                    log.warn(
                                            getMarker("policy-change-leftover"),
                                            "outdated change not removed: key={}",
                                            key,
                                            failure);
                                }
                            });
        } catch (KafkaException e) {
            log.warn(getMarker("policy-change-leftover"), "outdated change not removed: key={}", key, e);
        }
    }

    private synchronized Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> open = producer;
        if (open == null) {
            open = topics.producer("pathproof-policy-api-policies");
            producer = open;
        }
        return open;
    }

    @Override
    public synchronized void start() {
        if (!running) {
            running = true;
            follower.start();
            publisher = Thread.ofVirtual().name("initial-policy").start(this::publishInitial);
        }
    }

    /** Publishes the policy of the settings, unless the topic has a policy. */
    private void publishInitial() {
        try {
            while (initial.isPresent() && follower.state().policy().isEmpty()) {
                if (follower.state().ready()) {
                    publish(initial.get());
                }
                if (stopped.await(RETRY_DELAY.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        follower.state()
                .policy()
                .filter(policy -> initial.isPresent())
                .ifPresent(policy -> log.info(
                        "policy in force: version={} by=\"{}\" (pathproof.feeds.policy is read for the first version"
                                + " only)",
                        policy.version(),
                        policy.by()));
    }

    private void publish(InitialPolicy policy) {
        try {
            replace(policy.document(), 0, "file " + policy.source(), "first version, from pathproof.feeds.policy");
        } catch (PolicyConflictException e) {
            log.info("the policy of the settings is not published: {}", e.getMessage());
        } catch (PolicyWriteException | IllegalArgumentException e) {
            log.error(
                    getMarker("policy-unpublished"),
                    "the policy of the settings cannot be published: {}",
                    e.getMessage());
        }
    }

    @Override
    public synchronized void stop() {
        running = false;
        stopped.countDown();
        Thread publishing = publisher;
        if (publishing != null) {
            publishing.interrupt();
        }
        follower.close();
        Producer<byte[], byte[]> open = producer;
        if (open != null) {
            open.close(Duration.ZERO);
        }
        producer = null;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
