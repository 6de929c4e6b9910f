// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import static org.slf4j.MarkerFactory.getMarker;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.RecordFormat;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.SessionText;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the sessions topic into {@link Sessions}. Reads the whole topic before the first router is admitted, so that
 * epochs continue after a restart. Then the reader follows the records of other collectors, so that epochs continue
 * when a router moves.
 */
final class SessionsReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SessionsReader.class);
    /** Wait of a fetch without records. Records and {@link #close} end it. */
    private static final Duration FETCH_WAIT = Duration.ofSeconds(5);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String collectorId;
    private final Sessions sessions;
    private final OwnedRouters owned;
    private final Runnable failed;
    private @Nullable Thread follower;

    /**
     * @param collectorId id of this collector; {@link #follow()} skips its records
     * @param failed called when {@link #follow()} meets a record that this release cannot read, and ends
     */
    SessionsReader(
            Map<String, Object> client, String collectorId, Sessions sessions, OwnedRouters owned, Runnable failed) {
        Map<String, Object> config = new HashMap<>(client);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, (int) FETCH_WAIT.toMillis());
        consumer = new KafkaConsumer<>(config, RecordFormat.keyDeserializer(), new ByteArrayDeserializer());
        this.collectorId = collectorId;
        this.sessions = sessions;
        this.owned = owned;
        this.failed = failed;
    }

    /**
     * Reads to the current end of the topic, before the first change of a session.
     *
     * @throws KafkaException if the end is unknown
     */
    void readAll() {
        readAll(sessions::load);
        sessions.endLoad();
    }

    /**
     * Reads a topic that was created again to its current end. Records of this collector's sessions stay as they are.
     *
     * @throws KafkaException if the end is unknown
     */
    void readAgain() {
        readAll(this::follow);
    }

    private void readAll(BiConsumer<SessionId, Session> each) {
        List<TopicPartition> partitions = consumer.partitionsFor(Topics.SESSIONS).stream()
                .map(p -> new TopicPartition(p.topic(), p.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            poll(each);
        }
    }

    /** Continues to read, on a separate thread, until {@link #close}. */
    void follow() {
        follower = Thread.ofPlatform().name("sessions-reader").daemon().start(() -> {
            while (true) {
                try {
                    poll(this::follow);
                } catch (WakeupException | InterruptException e) {
                    return;
                } catch (RecordDeserializationException e) {
                    log.error(
                            getMarker("sessions-unreadable"), "reading ends, restarting: topic={}", Topics.SESSIONS, e);
                    failed.run();
                    return;
                } catch (KafkaException e) {
                    // Kafka's client retries; the exception is about one response.
                    log.warn(
                            getMarker("sessions-read-failed"),
                            "reading failed, trying again: topic={}",
                            Topics.SESSIONS,
                            e);
                }
            }
        });
    }

    private void follow(SessionId id, Session record) {
        if (record.getCollectorId().equals(collectorId)) {
            return;
        }
        boolean own = sessions.find(id)
                .filter(mine -> mine.getCollectorId().equals(collectorId) && !mine.getRelayed() && !record.getRelayed())
                .isPresent();
        Bytes router = Bytes.wrap(record.getRouterHash().toByteArray());
        if (!own || !owned.owns(router)) {
            sessions.merge(id, record);
        } else if (!sessions.reassertOwnership(id, record)) {
            log.warn(
                    getMarker("session-conflict"),
                    "another collector wrote a session record of a router that this collector owns: collector={} router={}",
                    record.getCollectorId(),
                    record.getRouterName());
            owned.resync(router);
        }
    }

    private void poll(BiConsumer<SessionId, Session> reader) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(FETCH_WAIT)) {
            if (Gaps.isGap(record.key())) {
                applyGap(record);
                continue;
            }
            if (record.key() == null || record.key().length != SessionId.LENGTH) {
                log.warn(
                        getMarker("session-key-invalid"),
                        "record skipped, its key is no session id: topic={} offset={}",
                        record.topic(),
                        record.offset());
                continue;
            }
            SessionId id = new SessionId(Bytes.wrap(record.key()));
            if (record.value() == null) {
                sessions.remove(id);
                continue;
            }
            try {
                reader.accept(id, SessionText.clean(Session.parseFrom(record.value())));
            } catch (InvalidProtocolBufferException e) {
                log.warn(
                        getMarker("session-value-invalid"),
                        "record skipped, its value is no session: topic={} offset={}",
                        record.topic(),
                        record.offset(),
                        e);
            }
        }
    }

    private void applyGap(ConsumerRecord<byte[], byte[]> record) {
        try {
            sessions.gaps().put(record.key(), record.value());
        } catch (IllegalArgumentException e) {
            log.warn(
                    getMarker("session-record-skipped"),
                    "record skipped: topic={} offset={} error={}",
                    record.topic(),
                    record.offset(),
                    e.getMessage());
        }
    }

    @Override
    public void close() {
        Thread running = follower;
        if (running != null) {
            consumer.wakeup();
            try {
                running.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
    }
}
