// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.policyapi.log.LogOwner;
import org.pathproof.policyapi.log.LogStore;
import org.pathproof.policyapi.log.VersionedLog;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The inventory in its topic, compared with the routers every second. While Kafka or the verdict store is not up to
 * date, the state stays as it is. Thread-safe.
 */
final class InventoryStore implements SmartLifecycle, LostRouters {
    private static final Logger log = LoggerFactory.getLogger(InventoryStore.class);

    private final Supplier<Optional<SeenRouters>> routers;
    private final VersionedLog<InventoryKey, InventoryEntry> entries = new VersionedLog<>();
    private final InventoryCheck check;
    private final int maxEntries;
    private final LogStore<InventoryKey, InventoryEntry> store;

    private volatile SeenRouters seen = SeenRouters.NONE;

    /** @param routers the routers that are up; empty while they are not known */
    InventoryStore(
            KafkaTopics topics,
            TopicSettings layout,
            InventorySettings settings,
            Supplier<Optional<SeenRouters>> routers,
            Clock clock) {
        this.routers = routers;
        this.check = new InventoryCheck(entries, settings);
        this.maxEntries = 2 * (settings.maxRouters() + settings.maxPeers());
        this.store = new LogStore<>(
                topics, layout, TopicProvisioner.inventoryTopic(layout), "inventory", entries, new Owner(), clock);
    }

    /** Adds a listener, which is called after each check in the thread of the store. The listener must not block. */
    void onCheck(Runnable listener) {
        store.onCheck(listener);
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
        return store.isReady();
    }

    /** Returns why the inventory may be out of date; null if it is not. */
    @Nullable
    String problem() {
        return store.problem();
    }

    @Override
    public Optional<List<Lost>> lost() {
        if (!isReady() || problem() != null) {
            return Optional.empty();
        }
        return Optional.of(entries.all().stream()
                .filter(InventoryEntry::isLost)
                .map(entry -> new Lost(
                        entry.key().router(),
                        entry.key().peer(),
                        entry.lostSince().orElseGet(entry::changed)))
                .toList());
    }

    /** Throws NotReadyException until the topic is read. */
    void requireReady() {
        store.requireReady();
    }

    /**
     * Changes an entry, and again after each concurrent change, at most 10 times.
     *
     * @param edit returns the next version for the version in force, which may be absent; empty for no change
     * @return the entry in force
     * @throws NotReadyException if the topic is not read yet, or Kafka does not confirm the change
     */
    Optional<InventoryEntry> change(
            InventoryKey key, Function<Optional<InventoryEntry>, Optional<InventoryEntry>> edit) {
        return store.change(key, edit);
    }

    private static void logChange(@Nullable InventoryEntry before, InventoryEntry entry) {
        boolean wasLost = before != null && before.isLost();
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

    /** The meaning of the records. */
    private final class Owner implements LogOwner<InventoryKey, InventoryEntry> {
        @Override
        public InventoryKey key(byte[] bytes) {
            return InventoryKey.of(bytes);
        }

        @Override
        public byte[] toBytes(InventoryKey key) {
            return key.toBytes();
        }

        @Override
        public InventoryEntry entry(InventoryKey key, byte[] value) {
            return InventoryEntry.of(key, value);
        }

        @Override
        public Changes<InventoryKey, InventoryEntry> check(Instant now) {
            Optional<SeenRouters> present = routers.get();
            if (present.isEmpty()) {
                check.reset();
                return Changes.none();
            }
            seen = present.get();
            return check.check(seen, now);
        }

        @Override
        public void reset() {
            check.reset();
        }

        @Override
        public void onAccept(@Nullable InventoryEntry before, InventoryEntry entry) {
            logChange(before, entry);
        }

        @Override
        public void onProblem(String problem) {
            log.warn(getMarker("inventory-problem"), "inventory may be out of date: problem=\"{}\"", problem);
        }

        @Override
        public void onSkip(ConsumerRecord<byte[], byte[]> polled, @Nullable String error) {
            log.warn(
                    getMarker("inventory-record-skipped"),
                    "record skipped, it is not an entry of the inventory: topic={} offset={} error={}",
                    polled.topic(),
                    polled.offset(),
                    error);
        }
    }

    @Override
    public void start() {
        store.start();
    }

    @Override
    public void stop() {
        store.stop();
    }

    @Override
    public boolean isRunning() {
        return store.isRunning();
    }
}
