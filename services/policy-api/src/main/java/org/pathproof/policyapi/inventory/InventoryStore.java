// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
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
import java.util.function.Supplier;
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
import org.pathproof.policyapi.inventory.InventoryLog.Outcome;
import org.pathproof.policyapi.rest.NotReadyException;
import org.pathproof.verdictstore.input.ConsumerThread;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Reads the topic of the inventory, compares the inventory with the routers every second, and writes changes. While
 * Kafka or the verdict store is not up to date, the state stays as it is. Thread-safe.
 */
final class InventoryStore implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(InventoryStore.class);
    private static final String CLIENT = "pathproof-policy-api-inventory";
    private static final TopicPartition PARTITION = new TopicPartition(Topics.INVENTORY, 0);
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
    private final Supplier<Optional<SeenRouters>> routers;
    private final Clock clock;
    private final InventoryLog entries = new InventoryLog();
    private final InventoryCheck check;
    private final int maxEntries;
    private final InventoryWriter writer;
    private final ConsumerThread thread;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    /** The changes of clients of this replica by key, until they are read back. */
    private final Map<InventoryKey, Pending> pending = new ConcurrentHashMap<>();
    /** Times of automatic changes by key, until they are read back. Used by the thread only, as further fields. */
    private final Map<InventoryKey, Instant> written = new HashMap<>();

    private long next;
    private boolean provisioned;
    private long lastCheck = System.nanoTime() - CHECK_INTERVAL.toNanos();

    private volatile boolean ready;
    private volatile boolean started;
    private volatile @Nullable String problem;
    private volatile SeenRouters seen = SeenRouters.NONE;

    /** A change that is written and not read back. */
    private record Pending(InventoryEntry entry, CompletableFuture<Outcome> outcome) {}

    /** @param routers the routers that are up; empty while they are not known */
    InventoryStore(
            KafkaTopics topics,
            TopicSettings layout,
            InventorySettings settings,
            Supplier<Optional<SeenRouters>> routers,
            Clock clock) {
        this.topics = topics;
        this.layout = layout;
        this.routers = routers;
        this.clock = clock;
        this.check = new InventoryCheck(entries, settings);
        this.maxEntries = 2 * (settings.maxRouters() + settings.maxPeers());
        this.writer = new InventoryWriter(topics, CLIENT, this::handleWriteFailure);
        this.thread = new ConsumerThread("inventory", RETRY_DELAY, this::open, this::read, this::handleFailure);
    }

    /** Adds a listener, which is called after each check in the thread of the store. The listener must not block. */
    void onCheck(Runnable listener) {
        listeners.add(listener);
    }

    /** Returns all entries in the order of their names, with the retired ones. */
    Collection<InventoryEntry> entries() {
        return entries.all();
    }

    /** Returns the routers and peers of the last check. */
    SeenRouters seen() {
        return seen;
    }

    /** Returns the number of entries above which operators cannot add further ones. */
    int maxEntries() {
        return maxEntries;
    }

    int unlearned() {
        return check.unlearned();
    }

    boolean isReady() {
        return ready;
    }

    /** Returns why the inventory may be out of date; null if it is not. */
    @Nullable
    String problem() {
        return problem;
    }

    /** Throws NotReadyException until the topic is read. */
    void requireReady() {
        if (!ready) {
            String why = problem;
            throw new NotReadyException("the inventory is not read yet" + (why == null ? "" : ": " + why));
        }
    }

    /**
     * Changes an entry, and again after each concurrent change, at most 10 times.
     *
     * @param edit returns the next version for the version in force, which may be absent; empty for no change
     * @return the entry in force
     * @throws NotReadyException if the topic is not read yet, or Kafka does not confirm the change
     */
    synchronized Optional<InventoryEntry> change(
            InventoryKey key, Function<Optional<InventoryEntry>, Optional<InventoryEntry>> edit) {
        requireReady();
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            Optional<InventoryEntry> changed = edit.apply(entries.find(key));
            if (changed.isEmpty()) {
                return entries.find(key);
            }
            if (write(changed.get()) != Outcome.REFUSED) {
                return changed;
            }
        }
        throw new NotReadyException("the inventory was changed too often at the same time; try again");
    }

    private Outcome write(InventoryEntry entry) {
        Pending waiting = new Pending(entry, new CompletableFuture<>());
        pending.put(entry.key(), waiting);
        try {
            writer.write(entry).get(WRITE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
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
        report("writing to " + Topics.INVENTORY + " failed: " + failure.getMessage());
    }

    private void report(String message) {
        if (!message.equals(problem)) {
            log.warn(getMarker("inventory-problem"), "inventory may be out of date: problem=\"{}\"", message);
        }
        problem = message;
    }

    private Consumer<byte[], byte[]> open() {
        if (!provisioned) {
            Admin admin = topics.admin(CLIENT);
            try {
                new TopicProvisioner(admin, layout).provision(TopicProvisioner.inventoryTopic(layout));
            } catch (InterruptedException e) {
                throw new InterruptException(e); // ends the thread
            } finally {
                admin.close(Duration.ZERO); // a graceful close waits for unavailable brokers
            }
            provisioned = true;
        }
        return topics.consumer(CLIENT);
    }

    private void handleFailure(KafkaException e) {
        if (e instanceof OffsetOutOfRangeException) {
            next = 0;
            ready = false;
            entries.clear();
        }
        check.reset();
        Throwable cause = e.getCause() == null ? e : e.getCause();
        report("Kafka at " + topics.bootstrapServers() + ", topic " + Topics.INVENTORY + ": " + cause.getMessage());
    }

    /** Reads until Kafka fails or the store stops. */
    private void read(Consumer<byte[], byte[]> from) {
        from.assign(List.of(PARTITION));
        if (next == 0) {
            from.seekToBeginning(List.of(PARTITION));
        } else {
            from.seek(PARTITION, next);
        }
        long end = end(from);
        long lastContact = System.nanoTime();
        while (!thread.isStopping()) {
            for (ConsumerRecord<byte[], byte[]> polled : from.poll(POLL_TIMEOUT)) {
                apply(polled);
            }
            next = from.position(PARTITION, REQUEST_TIMEOUT);
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
        Optional<SeenRouters> now = routers.get();
        if (now.isEmpty()) {
            check.reset();
        } else {
            seen = now.get();
            Instant time = clock.instant().truncatedTo(ChronoUnit.MICROS); // as records have it
            InventoryCheck.Changes changes = check.check(seen, time);
            changes.changes().forEach(entry -> writeOnce(entry, time));
            changes.removals().forEach(writer::remove);
        }
        entries.unsettled().forEach(entry -> writeOnce(entry, clock.instant()));
        listeners.forEach(Runnable::run);
    }

    /** Writes a change that needs no confirmation, unless the same key was written a short time ago. */
    private void writeOnce(InventoryEntry entry, Instant now) {
        Instant before = written.get(entry.key());
        if (before == null || before.plus(REPEAT_AFTER).isBefore(now)) {
            written.put(entry.key(), now);
            var _ = writer.write(entry);
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
            InventoryKey key = InventoryKey.of(polled.key());
            InventoryEntry entry = polled.value() == null ? null : InventoryEntry.of(key, polled.value());
            Optional<InventoryEntry> before = entries.find(key);
            Outcome outcome = entries.add(key, entry);
            written.remove(key);
            if (entry != null && outcome == Outcome.ACCEPTED && ready) {
                logChange(before, entry);
            }
            Pending waiting = pending.get(key);
            if (waiting != null && waiting.entry().equals(entry)) {
                waiting.outcome().complete(outcome);
            }
        } catch (IllegalArgumentException e) {
            log.warn(
                    getMarker("inventory-record-skipped"),
                    "record skipped, it is not an entry of the inventory: topic={} offset={} error={}",
                    polled.topic(),
                    polled.offset(),
                    e.getMessage());
        }
    }

    private static void logChange(Optional<InventoryEntry> before, InventoryEntry entry) {
        boolean wasLost = before.filter(InventoryEntry::isLost).isPresent();
        if (entry.isLost() && !wasLost) {
            log.warn(
                    getMarker("inventory-lost"),
                    "expected router or peer is lost: router=\"{}\" peer=\"{}\" since={}",
                    entry.key().router(),
                    entry.key().peer(),
                    entry.lostSince().map(Instant::toString).orElse(""));
        } else {
            log.info(
                    "inventory changed: router=\"{}\" peer=\"{}\" lost={} retired={} by=\"{}\"",
                    entry.key().router(),
                    entry.key().peer(),
                    entry.isLost(),
                    entry.retired(),
                    entry.author());
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
