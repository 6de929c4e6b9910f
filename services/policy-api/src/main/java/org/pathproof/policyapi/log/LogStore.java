// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.log;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.policyapi.log.VersionedLog.Outcome;
import org.pathproof.policyapi.rest.NotReadyException;
import org.pathproof.verdictstore.input.ConsumerThread;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.springframework.context.SmartLifecycle;

/**
 * Reads the topic of a log, asks its owner every second for the changes that are due, and writes them. While Kafka does
 * not respond, the state stays as it is. Thread-safe.
 *
 * @param <K> type of the keys
 * @param <E> type of the entries
 */
public final class LogStore<K extends Comparable<K>, E extends LogEntry<K>> implements SmartLifecycle {
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(200);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CONTACT_INTERVAL = Duration.ofSeconds(2);
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(10);
    /** Time until an automatic change that was not read back is written again. */
    private static final Duration REPEAT_AFTER = Duration.ofSeconds(10);

    private static final int MAX_ATTEMPTS = 10;

    private final KafkaTopics topics;
    private final TopicSettings layout;
    private final NewTopic topic;
    private final TopicPartition partition;
    private final String client;
    private final VersionedLog<K, E> entries;
    private final LogOwner<K, E> owner;
    private final Clock clock;
    private final TopicWriter writer;
    private final ConsumerThread thread;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    /** The changes of clients of this replica by key, until they are read back. */
    private final Map<K, Pending<E>> pending = new ConcurrentHashMap<>();
    /** Times of automatic changes by key, until they are read back. Used by the thread only, as further fields. */
    private final Map<K, Instant> written = new HashMap<>();

    private long next;
    private boolean provisioned;
    private long lastCheck = System.nanoTime() - CHECK_INTERVAL.toNanos();

    private volatile boolean ready;
    private volatile boolean started;
    private volatile @Nullable String problem;

    /** A change that is written and not read back. */
    private record Pending<E>(E entry, CompletableFuture<Outcome> outcome) {}

    /**
     * @param layout settings of the topics
     * @param topic configuration of the topic
     * @param name name of the log, for messages and the thread
     * @param entries the entries, which only this store changes
     */
    public LogStore(
            KafkaTopics topics,
            TopicSettings layout,
            NewTopic topic,
            String name,
            VersionedLog<K, E> entries,
            LogOwner<K, E> owner,
            Clock clock) {
        this.topics = topics;
        this.layout = layout;
        this.topic = topic;
        this.partition = new TopicPartition(topic.name(), 0);
        this.client = "pathproof-policy-api-" + name;
        this.entries = entries;
        this.owner = owner;
        this.clock = clock;
        this.writer = new TopicWriter(topics, topic.name(), client, this::handleWriteFailure);
        this.thread = new ConsumerThread(name, RETRY_DELAY, this::open, this::read, this::handleFailure);
    }

    /** Adds a listener, which is called after each check in the thread of the store. The listener must not block. */
    public void onCheck(Runnable listener) {
        listeners.add(listener);
    }

    /** Returns true after the topic was read to its end. */
    public boolean isReady() {
        return ready;
    }

    /** Returns why the state may be out of date; null if it is not. */
    public @Nullable String problem() {
        return problem;
    }

    /** Throws NotReadyException until the topic is read. */
    public void requireReady() {
        if (!ready) {
            String why = problem;
            throw new NotReadyException(
                    "the topic " + topic.name() + " is not read yet" + (why == null ? "" : ": " + why));
        }
    }

    /**
     * Changes an entry, and again after each concurrent change, at most 10 times.
     *
     * @param edit returns the next version for the version in force, which may be absent; empty for no change
     * @return the entry in force
     * @throws NotReadyException if the topic is not read yet, or Kafka does not confirm the change
     */
    public synchronized Optional<E> change(K key, Function<Optional<E>, Optional<E>> edit) {
        requireReady();
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            Optional<E> changed = edit.apply(entries.find(key));
            if (changed.isEmpty()) {
                return entries.find(key);
            }
            if (write(changed.get()) != Outcome.REFUSED) {
                return changed;
            }
        }
        throw new NotReadyException("the topic " + topic.name() + " was changed too often at the same time; try again");
    }

    private Outcome write(E entry) {
        Pending<E> waiting = new Pending<>(entry, new CompletableFuture<>());
        pending.put(entry.key(), waiting);
        try {
            writer.write(owner.toBytes(entry.key()), entry.toBytes())
                    .get(WRITE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return waiting.outcome().get(WRITE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw notWritten("Kafka refused the change: " + cause.getMessage(), e);
        } catch (TimeoutException e) {
            throw notWritten("Kafka did not confirm the change in time; it may still come into force", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notWritten("interrupted; the change may still come into force", e);
        } finally {
            pending.remove(entry.key());
        }
    }

    private static NotReadyException notWritten(String message, Exception cause) {
        NotReadyException failure = new NotReadyException(message);
        failure.initCause(cause);
        return failure;
    }

    private void handleWriteFailure(Exception failure) {
        report("writing to " + topic.name() + " failed: " + failure.getMessage());
    }

    private void report(String message) {
        if (!message.equals(problem)) {
            owner.onProblem(message);
        }
        problem = message;
    }

    private Consumer<byte[], byte[]> open() {
        if (!provisioned) {
            Admin admin = topics.admin(client);
            try {
                new TopicProvisioner(admin, layout).provision(topic);
            } catch (InterruptedException e) {
                throw new InterruptException(e); // ends the thread
            } finally {
                admin.close(Duration.ZERO); // a graceful close waits for unavailable brokers
            }
            provisioned = true;
        }
        return topics.consumer(client);
    }

    private void handleFailure(KafkaException e) {
        if (e instanceof OffsetOutOfRangeException) {
            next = 0;
            ready = false;
            entries.clear();
        }
        owner.reset();
        Throwable cause = e.getCause() == null ? e : e.getCause();
        report("Kafka at " + topics.bootstrapServers() + ", topic " + topic.name() + ": " + cause.getMessage());
    }

    /** Reads until Kafka fails or the store stops. */
    private void read(Consumer<byte[], byte[]> from) {
        from.assign(List.of(partition));
        if (next == 0) {
            from.seekToBeginning(List.of(partition));
        } else {
            from.seek(partition, next);
        }
        long end = end(from);
        long lastContact = System.nanoTime();
        while (!thread.isStopping()) {
            for (ConsumerRecord<byte[], byte[]> polled : from.poll(POLL_TIMEOUT)) {
                apply(polled);
            }
            next = from.position(partition, REQUEST_TIMEOUT);
            if (System.nanoTime() - lastContact >= CONTACT_INTERVAL.toNanos()) {
                end(from); // fails if Kafka does not respond
                lastContact = System.nanoTime();
                problem = null;
            }
            if (!ready && next >= end) {
                problem = null;
                ready = true;
            }
            if (ready && System.nanoTime() - lastCheck >= CHECK_INTERVAL.toNanos()) {
                lastCheck = System.nanoTime();
                checkAll();
            }
        }
    }

    private void checkAll() {
        Instant time = clock.instant().truncatedTo(ChronoUnit.MICROS); // as records have it
        LogOwner.Changes<K, E> changes = owner.check(time);
        changes.entries().forEach(entry -> writeOnce(entry, time));
        changes.removals().forEach(this::remove);
        entries.unsettled().forEach(entry -> writeOnce(entry, clock.instant()));
        listeners.forEach(Runnable::run);
    }

    /** Writes a change that needs no confirmation, unless the same key was written a short time ago. */
    private void writeOnce(E entry, Instant now) {
        Instant before = written.get(entry.key());
        if (before == null || before.plus(REPEAT_AFTER).isBefore(now)) {
            written.put(entry.key(), now);
            var _ = writer.write(owner.toBytes(entry.key()), entry.toBytes());
        }
    }

    private void remove(K key) {
        var _ = writer.write(owner.toBytes(key), null);
    }

    private long end(Consumer<byte[], byte[]> from) {
        return Objects.requireNonNull(
                from.endOffsets(List.of(partition), REQUEST_TIMEOUT).get(partition));
    }

    private void apply(ConsumerRecord<byte[], byte[]> polled) {
        try {
            if (polled.key() == null) {
                throw new IllegalArgumentException("it has no key");
            }
            K key = owner.key(polled.key());
            E entry = polled.value() == null ? null : owner.entry(key, polled.value());
            E before = entries.find(key).orElse(null);
            Outcome outcome = entries.add(key, entry);
            written.remove(key);
            if (entry != null && outcome == Outcome.ACCEPTED && ready) {
                owner.onAccept(before, entry);
            }
            Pending<E> waiting = pending.get(key);
            if (waiting != null && waiting.entry().equals(entry)) {
                waiting.outcome().complete(outcome);
            }
        } catch (IllegalArgumentException e) {
            owner.onSkip(polled, e.getMessage());
        }
    }

    @Override
    public synchronized void start() {
        if (!started) {
            started = true;
            thread.start();
        }
    }

    @Override
    public void stop() {
        started = false;
        thread.stop();
        writer.close();
    }

    @Override
    public boolean isRunning() {
        return started;
    }
}
