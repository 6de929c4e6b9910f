// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.ownership;

import static org.slf4j.MarkerFactory.getMarker;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.contracts.RecordFormat;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ownership of routers by heartbeats in a topic of one partition. Safe for use by several threads.
 *
 * <p>A heartbeat counts once this collector has read it back from the topic. While the newest such heartbeat is younger
 * than three fifths of the lease, no other collector can have taken over a router of this one. When the newest one is
 * older, the collector stops publishing. It publishes again after it has read back a newer heartbeat, and all records
 * of other collectors before that heartbeat.
 *
 * <p>A collector that claims no router writes fewer heartbeats. A claim writes one at once.
 */
public final class KafkaOwnership implements Ownership, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaOwnership.class);
    private static final int HEARTBEATS_PER_LEASE = 5;
    /**
     * Times between two heartbeats while this collector claims no router, and so has nothing to lose. Readers of the
     * heartbeats count a collector as stopped after a lease.
     */
    private static final int IDLE_HEARTBEAT = 4;

    private static final Duration POLL = Duration.ofMillis(500);
    /** Wait of a fetch without records. It is longer than the time between two heartbeats with the default lease. */
    private static final Duration FETCH_WAIT = Duration.ofSeconds(5);

    private static final int DELIVERY_TIMEOUT_MS = 10_000;

    private final String collectorId;
    private final long incarnation = new SecureRandom().nextLong();
    private final long leaseNanos;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Runnable failed;
    private final Producer<byte[], byte[]> producer;
    private final TopicPartition partition = new TopicPartition(Topics.COLLECTORS, 0);
    private final Object lock = new Object();
    // Guarded by the lock.
    private final OwnershipLog owners = new OwnershipLog();
    private final Map<Bytes, org.pathproof.contracts.v1.Ownership> claims = new HashMap<>();
    private final Deque<Sent> unconfirmed = new ArrayDeque<>();
    private long beat;
    private long readBack;
    private final Set<Bytes> undecided = new HashSet<>();
    private boolean beatWanted;
    private boolean closed;
    private volatile int bmpPort;
    private volatile long confirmedNanos;
    private volatile Set<Bytes> owned = Set.of();
    private @Nullable Thread reader;
    private @Nullable Thread heartbeats;

    /** A heartbeat that is not read back yet. */
    private record Sent(long beat, long nanos) {}

    /**
     * Creates the ownership of a collector that owns no router; {@link #start} connects to Kafka.
     *
     * @param client settings of Kafka's clients
     * @param lease time without a heartbeat after which another collector's routers may be taken over
     * @param failed called when a record cannot be read by this release; the ownership then ends with its lease
     */
    public KafkaOwnership(Map<String, Object> client, String collectorId, Duration lease, Runnable failed) {
        this(client, collectorId, lease, producer(client), failed);
    }

    KafkaOwnership(
            Map<String, Object> client,
            String collectorId,
            Duration lease,
            Producer<byte[], byte[]> producer,
            Runnable failed) {
        this.failed = failed;
        this.collectorId = collectorId;
        this.leaseNanos = lease.toNanos();
        this.producer = producer;
        confirmedNanos = System.nanoTime() - leaseNanos;
        Map<String, Object> reading = new HashMap<>(client);
        reading.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        reading.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        reading.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        reading.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, (int) FETCH_WAIT.toMillis());
        consumer = new KafkaConsumer<>(reading, RecordFormat.keyDeserializer(), new ByteArrayDeserializer());
    }

    static Producer<byte[], byte[]> producer(Map<String, Object> client) {
        Map<String, Object> writing = new HashMap<>(client);
        writing.put(ProducerConfig.ACKS_CONFIG, "all");
        writing.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // A heartbeat that is late is useless.
        writing.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS / 2);
        writing.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
        writing.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, DELIVERY_TIMEOUT_MS);
        return new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Reads the owners of all routers, and starts the heartbeats. Throws KafkaException if the topic cannot be read.
     */
    public void start() {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        long end =
                Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
        while (consumer.position(partition) < end) {
            poll();
        }
        reader = Thread.ofPlatform().name("ownership-reader").daemon().start(this::read);
        heartbeats = Thread.ofPlatform().name("ownership-beat").daemon().start(this::beat);
    }

    /** Sets the BMP port for the next heartbeats. */
    public void listensOn(int port) {
        bmpPort = port;
    }

    @Override
    public boolean owns(Bytes router) {
        return owned.contains(router);
    }

    @Override
    public boolean isCertain() {
        return System.nanoTime() - confirmedNanos < leaseNanos / HEARTBEATS_PER_LEASE * 3;
    }

    @Override
    public boolean isFree(Bytes router) {
        synchronized (lock) {
            return isFree(router, System.nanoTime());
        }
    }

    private boolean isFree(Bytes router, long now) {
        String owner = owners.owner(router);
        return owner == null || owner.equals(collectorId) || owners.isSilent(owner, now, leaseNanos);
    }

    @Override
    public boolean claim(RouterIdentity identity, BooleanSupplier givenUp) throws InterruptedException {
        Bytes router = identity.hash();
        String replaced = null;
        boolean won;
        synchronized (lock) {
            if (!isFree(router, System.nanoTime())) {
                return false;
            }
            if (claims.containsKey(router) && owns(router)) {
                return true;
            }
            Collector last = otherOwner(router);
            claims.put(router, claim(identity, last));
            undecided.add(router);
            long decided = nextBeat();
            while (readBack < decided && !closed && !givenUp.getAsBoolean()) {
                lock.wait(POLL.toMillis());
            }
            undecided.remove(router);
            won = readBack >= decided && owns(router);
            if (!won) {
                claims.remove(router);
                nextBeat();
            } else if (last != null && owners.isSilent(last.getId(), System.nanoTime(), leaseNanos)) {
                replaced = last.getId();
            }
        }
        if (replaced != null) {
            log.warn(
                    getMarker("owner-replaced"),
                    "took over a router: router_hash={} silent_owner={}",
                    router,
                    NetworkText.name(replaced));
            // Deletes the silent collector's record, so that later readers of the log do not see it as the owner.
            // Sending may block and runs outside of the lock, which the reader of heartbeats needs.
            send(replaced, null);
        }
        return won;
    }

    /** Returns the last record of the other collector that owns a router; null if there is none. */
    private @Nullable Collector otherOwner(Bytes router) {
        String owner = owners.owner(router);
        return owner == null || owner.equals(collectorId) ? null : owners.last(owner);
    }

    private static org.pathproof.contracts.v1.Ownership claim(RouterIdentity identity, @Nullable Collector over) {
        org.pathproof.contracts.v1.Ownership.Builder claim = org.pathproof.contracts.v1.Ownership.newBuilder()
                .setRouterHash(ByteString.copyFrom(identity.hash().toArray()))
                .setRouterIp(identity.ip())
                .setRouterName(identity.name());
        if (over != null) {
            claim.setOver(over.getId())
                    .setOverIncarnation(over.getIncarnation())
                    .setOverBeat(over.getBeat());
        }
        return claim.build();
    }

    @Override
    public void release(Bytes router) {
        synchronized (lock) {
            if (claims.remove(router) != null) {
                nextBeat();
            }
        }
    }

    @Override
    public boolean isHeld(Bytes router) throws InterruptedException {
        if (isCertain()) {
            return owns(router);
        }
        synchronized (lock) {
            while (!isCertain() && !closed) {
                lock.wait(POLL.toMillis());
            }
            return owns(router);
        }
    }

    /** Requests an immediate heartbeat, and returns its number. */
    private long nextBeat() {
        beatWanted = true;
        lock.notifyAll();
        return beat + 1;
    }

    private void beat() {
        try {
            while (true) {
                Collector record;
                synchronized (lock) {
                    long due = System.nanoTime()
                            + leaseNanos / HEARTBEATS_PER_LEASE * (claims.isEmpty() ? IDLE_HEARTBEAT : 1);
                    for (long left = due - System.nanoTime();
                            !beatWanted && !closed && left > 0;
                            left = due - System.nanoTime()) {
                        lock.wait(Math.max(1, left / 1_000_000));
                    }
                    if (closed) {
                        return;
                    }
                    beatWanted = false;
                    record = next();
                }
                send(collectorId, record);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Collector next() {
        beat++;
        unconfirmed.addLast(new Sent(beat, System.nanoTime()));
        return Collector.newBuilder()
                .setId(collectorId)
                .setIncarnation(incarnation)
                .setBeat(beat)
                .addAllRouters(claims.values())
                .setBmpPort(bmpPort)
                .setLeaseMs((int) TimeUnit.NANOSECONDS.toMillis(leaseNanos))
                .build();
    }

    private void send(String key, @Nullable Collector record) {
        try {
            var _ = producer.send(
                    new ProducerRecord<>(
                            partition.topic(),
                            partition.partition(),
                            key.getBytes(StandardCharsets.UTF_8),
                            record == null ? null : record.toByteArray()),
                    (metadata, error) -> {
                        if (error != null) {
                            log.warn(
                                    getMarker("owner-record-failed"),
                                    "record of the owners not written: key={} error={}",
                                    key,
                                    error.toString());
                        }
                    });
        } catch (KafkaException e) {
            log.warn(
                    getMarker("owner-record-failed"),
                    "record of the owners not written: key={} error={}",
                    key,
                    e.toString());
        }
    }

    private void read() {
        while (true) {
            try {
                poll();
            } catch (WakeupException | InterruptException e) {
                return;
            } catch (RecordDeserializationException e) {
                log.error(getMarker("owners-unreadable"), "reading ends, restarting: topic={}", Topics.COLLECTORS, e);
                failed.run();
                return;
            } catch (KafkaException e) {
                // Kafka's client retries; the exception is about one response.
                log.warn(
                        getMarker("owners-read-failed"),
                        "reading failed, trying again: topic={}",
                        Topics.COLLECTORS,
                        e);
            }
        }
    }

    private void poll() {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(FETCH_WAIT)) {
            if (record.value() == null) {
                forget(new String(record.key(), StandardCharsets.UTF_8));
                continue;
            }
            try {
                take(Collector.parseFrom(record.value()));
            } catch (InvalidProtocolBufferException e) {
                log.warn(
                        getMarker("collector-record-invalid"),
                        "record skipped, its value is not a collector: topic={} offset={}",
                        record.topic(),
                        record.offset(),
                        e);
            }
        }
    }

    private void forget(String collector) {
        synchronized (lock) {
            owners.forget(collector);
            settle();
            lock.notifyAll();
        }
    }

    /** Updates the set of owned routers, and withdraws claims of routers that another collector took over. */
    private void settle() {
        Set<Bytes> now = owners.ownedBy(collectorId);
        if (!now.equals(owned)) {
            owned = Set.copyOf(now);
        }
        if (reader != null
                && claims.keySet()
                        .removeIf(r -> !undecided.contains(r) && !now.contains(r) && owners.owner(r) != null)) {
            nextBeat();
        }
    }

    private void take(Collector record) {
        synchronized (lock) {
            boolean own = record.getId().equals(collectorId);
            if (own && record.getIncarnation() != incarnation && beat > 0) {
                log.error(
                        getMarker("collector-id-conflict"),
                        "another collector has the same id: id={} (set a different pathproof.collector.id for each collector)",
                        collectorId);
            }
            owners.read(record, System.nanoTime());
            settle();
            if (own && record.getIncarnation() == incarnation) {
                while (!unconfirmed.isEmpty() && unconfirmed.getFirst().beat() <= record.getBeat()) {
                    confirmedNanos = unconfirmed.removeFirst().nanos();
                }
                readBack = record.getBeat();
            }
            lock.notifyAll();
        }
    }

    /** Releases all routers, and writes a last heartbeat without routers. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            claims.clear();
            lock.notifyAll();
        }
        try {
            join(heartbeats);
            if (heartbeats != null) {
                Collector last;
                synchronized (lock) {
                    last = next();
                }
                send(collectorId, last);
            }
            producer.close(Duration.ofSeconds(5));
            consumer.wakeup();
            join(reader);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        consumer.close(CloseOptions.timeout(POLL));
    }

    private static void join(@Nullable Thread thread) throws InterruptedException {
        if (thread != null) {
            thread.join();
        }
    }
}
