// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.slf4j.MarkerFactory.getMarker;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.contracts.v1.Ownership;
import org.pathproof.wire.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Tracks live collectors and their connected routers by the heartbeats in {@link Topics#COLLECTORS}. A router appears
 * with its first BMP message, before its first Peer Up. Old heartbeats are skipped, because collectors write new
 * heartbeats several times per lease.
 */
public final class CollectorMonitor implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(CollectorMonitor.class);
    /** Time without a heartbeat after which a collector counts as stopped, if its lease is not longer. */
    private static final Duration HEARTBEAT_TIMEOUT = Duration.ofSeconds(15);

    private static final Duration POLL_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(2);

    private final LongSupplier nanoTime;
    private final Map<String, Heartbeat> heartbeats = new ConcurrentHashMap<>();
    private final ConsumerThread thread;

    /**
     * The last heartbeat of a collector.
     *
     * @param nanoTime time at which this program read it, in nanoseconds
     */
    record Heartbeat(Collector record, long nanoTime) {
        /** Returns true if the collector counts as live at a time, in nanoseconds. */
        boolean isLive(long now) {
            long timeout = Math.max(HEARTBEAT_TIMEOUT.toMillis(), Integer.toUnsignedLong(record.getLeaseMs()));
            return now - nanoTime < TimeUnit.MILLISECONDS.toNanos(timeout);
        }
    }

    public CollectorMonitor(KafkaTopics topics, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.thread = new ConsumerThread(
                "collector-monitor",
                RETRY_DELAY,
                () -> topics.consumer("pathproof-policy-api-collectors"),
                this::follow,
                // VerdictFollower reports the same failure to the operator.
                e -> log.debug("reading failed, trying again: topic={}", Topics.COLLECTORS, e));
    }

    /** Returns the latest heartbeats of live collectors, ordered by id. */
    public List<Collector> collectors() {
        long now = nanoTime.getAsLong();
        return heartbeats.values().stream()
                .filter(last -> last.isLive(now))
                .map(Heartbeat::record)
                .sorted(Comparator.comparing(Collector::getId))
                .toList();
    }

    /** Returns the longest delay of a live collector, by its latest heartbeat; zero without any. */
    public Duration delay() {
        return Duration.ofMillis(collectors().stream()
                .mapToLong(collector -> Integer.toUnsignedLong(collector.getDelayMs()))
                .max()
                .orElse(0));
    }

    /** Returns the routers that are connected to live collectors, ordered by name and address. */
    public Collection<ConnectedRouter> routers() {
        Map<Bytes, ConnectedRouter> routers = new LinkedHashMap<>();
        for (Collector collector : collectors()) {
            for (Ownership router : collector.getRoutersList()) {
                Bytes hash = Bytes.wrap(router.getRouterHash().toByteArray());
                routers.put(
                        hash,
                        new ConnectedRouter(hash, router.getRouterIp(), router.getRouterName(), collector.getId()));
            }
        }
        List<ConnectedRouter> sorted = new ArrayList<>(routers.values());
        sorted.sort(Comparator.comparing(ConnectedRouter::name).thenComparing(ConnectedRouter::ip));
        return sorted;
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void stop() {
        thread.stop();
    }

    @Override
    public boolean isRunning() {
        return thread.isRunning();
    }

    private void follow(Consumer<byte[], byte[]> from) {
        List<PartitionInfo> known = from.partitionsFor(Topics.COLLECTORS, REQUEST_TIMEOUT);
        if (known == null || known.isEmpty()) {
            return; // the topic does not exist before the first collector starts
        }
        List<TopicPartition> partitions = known.stream()
                .map(p -> new TopicPartition(p.topic(), p.partition()))
                .toList();
        from.assign(partitions);
        from.seekToEnd(partitions);
        while (!thread.isStopping()) {
            for (ConsumerRecord<byte[], byte[]> beat : from.poll(POLL_TIMEOUT)) {
                accept(beat);
            }
        }
    }

    private void accept(ConsumerRecord<byte[], byte[]> beat) {
        if (beat.value() == null) {
            return; // another collector took over a router; the heartbeat timeout removes the silent collector
        }
        try {
            Collector record = Collector.parseFrom(beat.value());
            heartbeats.put(record.getId(), new Heartbeat(record, nanoTime.getAsLong()));
            heartbeats.values().removeIf(last -> !last.isLive(nanoTime.getAsLong()));
        } catch (InvalidProtocolBufferException e) {
            log.warn(
                    getMarker("collectors-record-skipped"),
                    "record skipped, its value is not a collector: offset={} topic={} error={}",
                    beat.offset(),
                    beat.topic(),
                    e.getMessage());
        }
    }
}
