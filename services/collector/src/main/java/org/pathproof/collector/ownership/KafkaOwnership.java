// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.ownership;

import static org.slf4j.MarkerFactory.getMarker;

import com.google.protobuf.ByteString;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.rules.RouterIdentity;
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
 * older, the collector stops publishing. The collector publishes again after it has read back a newer heartbeat, and
 * all records of other collectors before that heartbeat.
 *
 * <p>A collector that claims no router writes fewer heartbeats. A claim writes one at once.
 */
public final class KafkaOwnership implements Ownership, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaOwnership.class);
    private static final int HEARTBEATS_PER_LEASE = 5;
    /**
     * Interval between heartbeats while this collector claims no router, as a multiple of the usual interval. The
     * product is below the lease, after which readers count a collector as stopped.
     */
    private static final int IDLE_HEARTBEAT = 4;

    /** Maximum number of characters of a router's name in a heartbeat. */
    private static final int MAX_CLAIMED_NAME = 64;

    private static final Duration POLL = Duration.ofMillis(500);
    private final String collectorId;
    private final long incarnation = new SecureRandom().nextLong();
    private final long leaseNanos;
    private final OwnerRecords records;
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
    private volatile Supplier<Duration> delay = () -> Duration.ZERO;
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
        this(client, collectorId, lease, OwnerRecords.producer(client), failed);
    }

    KafkaOwnership(
            Map<String, Object> client,
            String collectorId,
            Duration lease,
            Producer<byte[], byte[]> producer,
            Runnable failed) {
        this.collectorId = collectorId;
        this.leaseNanos = lease.toNanos();
        this.records = new OwnerRecords(client, producer, this::take, this::forget, failed);
        confirmedNanos = System.nanoTime() - leaseNanos;
    }

    /**
     * Reads the owners of all routers, and starts the heartbeats. Throws KafkaException if the topic cannot be read.
     */
    public void start() {
        records.readAll();
        reader = Thread.ofPlatform().name("ownership-reader").daemon().start(records::follow);
        heartbeats = Thread.ofPlatform().name("ownership-beat").daemon().start(this::beat);
    }

    /** Sets the BMP port for the next heartbeats. */
    public void setBmpPort(int port) {
        bmpPort = port;
    }

    /** Sets the source of the delay that heartbeats report; any thread may call {@code delay}. */
    public void setDelay(Supplier<Duration> delay) {
        this.delay = delay;
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
            records.send(replaced, null);
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
                .setRouterName(shortName(identity.instance() == 0 ? identity.name() : identity.label()));
        if (over != null) {
            claim.setOver(over.getId())
                    .setOverIncarnation(over.getIncarnation())
                    .setOverBeat(over.getBeat());
        }
        return claim.build();
    }

    /** Cuts a name, so that a heartbeat with all routers stays below Kafka's maximum size of a record. */
    private static String shortName(String name) {
        return name.length() <= MAX_CLAIMED_NAME ? name : NetworkText.name(name.substring(0, MAX_CLAIMED_NAME) + "…");
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
                records.send(collectorId, record);
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
                .setDelayMs(
                        Math.toIntExact(Math.min(Integer.MAX_VALUE, delay.get().toMillis())))
                .setLeaseMs((int) TimeUnit.NANOSECONDS.toMillis(leaseNanos))
                .build();
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
                records.send(collectorId, last);
            }
            records.endWriting();
            records.endReading();
            join(reader);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        records.close();
    }

    private static void join(@Nullable Thread thread) throws InterruptedException {
        if (thread != null) {
            thread.join();
        }
    }
}
