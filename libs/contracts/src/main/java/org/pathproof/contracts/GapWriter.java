// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.pathproof.contracts.v1.Gap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes gaps to {@link Topics#SESSIONS}. A gap is a range of records that Kafka deleted before a consumer read them.
 *
 * <p>A consumer without a reset policy calls {@link #publish} when Kafka no longer has the records at its position. The
 * consumer calls the method before reading from a later position, because a later committed offset would hide the
 * missing records.
 *
 * <p>The number of a gap orders gaps and epochs of sessions without a clock. The number is the end of partition 0 of
 * {@link Topics#SESSIONS} at a time after the gap was detected, plus 1. A collector that has read a gap with this or a
 * greater number starts only epochs that begin after the loss. After a loss of the sessions topic, offsets begin at 0
 * again, and the number is above all earlier ones: the time of the loss in seconds since 1970 (ADR 64).
 */
public final class GapWriter {
    private static final Logger log = LoggerFactory.getLogger(GapWriter.class);
    private static final int TIMEOUT_SECONDS = 20;

    private final Map<String, Object> client;
    private final LongSupplier newest;

    /**
     * Copies the properties of the Kafka client.
     *
     * @param client properties of a Kafka client, with the addresses of the brokers
     * @param newest returns {@link Gaps#newestNumber}; the numbers of new gaps are greater
     */
    public GapWriter(Map<String, Object> client, LongSupplier newest) {
        this.client = Map.copyOf(client);
        this.newest = newest;
    }

    /**
     * Determines the deleted records that a consumer could not read, and publishes them as gaps. A partition without a
     * committed position has a gap if it does not begin at offset 0.
     *
     * @param e exception of the consumer's poll
     * @return the gaps; empty for partitions that are read for the first time, from offset 0
     * @throws KafkaException if the brokers do not respond or refuse the record; the consumer must not continue then
     */
    public List<Gap> publish(InvalidOffsetException e) {
        Map<TopicPartition, Long> positions =
                e instanceof OffsetOutOfRangeException range ? range.offsetOutOfRangePartitions() : Map.of();
        Admin admin = Admin.create(client);
        try {
            List<Gap> gaps = gaps(e.partitions(), positions, admin);
            if (!gaps.isEmpty()) {
                write(gaps, gap -> Gaps.key(gap.getTopic(), gap.getPartition()));
                gaps.forEach(GapWriter::log);
            }
            return gaps;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptException(interrupted);
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /**
     * Publishes that a signature engine is not trusted any more. Validators then revalidate all proofs made before.
     *
     * @param instance name of the validator instance
     * @throws KafkaException if the brokers do not respond or refuse the record
     */
    public void publishDistrust(String engine, String instance) {
        publish(engineGap(engine, instance), Gaps.distrustKey());
    }

    /**
     * Requests the tables of all sessions from the collectors, because proofs of routes are untrusted.
     *
     * @param instance name of the validator instance that sends the request
     * @throws KafkaException if the brokers do not respond or refuse the record
     */
    public void publishUntrustedProofs(String engine, String instance) {
        publish(engineGap(engine, instance).setTopic(Topics.ROUTES), Gaps.untrustedProofsKey());
    }

    /**
     * Requests the tables of all sessions from the collectors, because topics lost content that validators need.
     *
     * @param instance name of the validator instance that sends the request
     * @throws KafkaException if the brokers do not respond or refuse the record
     */
    public void publishLost(Collection<String> topics, String instance) {
        publish(
                Gap.newBuilder()
                        .setTopic(Topics.ROUTES)
                        .addAllLostTopics(topics)
                        .setInstance(instance)
                        .setNoticedUs(nowMicros()),
                Gaps.lostKey());
    }

    /**
     * Requests the tables of all sessions from the collectors, because the sessions topic was lost.
     *
     * @param instance name of the collector that sends the request
     * @return the number of the gap
     * @throws KafkaException if the brokers do not respond or refuse the record
     */
    public long publishLostSessions(String instance) {
        long now = nowMicros();
        return publish(
                Gap.newBuilder()
                        .setNumber(now / 1_000_000)
                        .setTopic(Topics.ROUTES)
                        .addLostTopics(Topics.SESSIONS)
                        .setInstance(instance)
                        .setNoticedUs(now),
                Gaps.lostSessionsKey());
    }

    private static Gap.Builder engineGap(String engine, String instance) {
        return Gap.newBuilder().setEngine(engine).setInstance(instance).setNoticedUs(nowMicros());
    }

    /** Publishes a gap with a new number, which is at least that of {@code gap}; returns the number. */
    private long publish(Gap.Builder gap, byte[] key) {
        Admin admin = Admin.create(client);
        try {
            Gap numbered =
                    gap.setNumber(Math.max(gap.getNumber(), number(admin))).build();
            write(List.of(numbered), _ -> key);
            return numbered.getNumber();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptException(interrupted);
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /** Returns the end of partition 0 of the sessions topic, plus 1, or the number after the newest known one. */
    private long number(Admin admin) throws InterruptedException {
        TopicPartition first = new TopicPartition(Topics.SESSIONS, 0);
        long end = Objects.requireNonNull(
                offsets(admin, List.of(first), OffsetSpec.latest()).get(first));
        return Math.max(end, newest.getAsLong()) + 1;
    }

    private List<Gap> gaps(Collection<TopicPartition> partitions, Map<TopicPartition, Long> positions, Admin admin)
            throws InterruptedException {
        Map<TopicPartition, Long> starts = offsets(admin, partitions, OffsetSpec.earliest());
        List<Gap> gaps = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            long start = Objects.requireNonNull(starts.get(partition));
            Long position = positions.get(partition);
            // Kafka refuses a position at or above the start only if the position lies beyond the end: the log has lost
            // its newest records.
            if (position != null || start > 0) {
                Gap.Builder gap = Gap.newBuilder()
                        .setTopic(partition.topic())
                        .setPartition(partition.partition())
                        .setTo(start)
                        .setNoticedUs(nowMicros());
                if (position != null) {
                    gap.setFrom(position);
                }
                gaps.add(gap.build());
            }
        }
        if (gaps.isEmpty()) {
            return gaps;
        }
        long number = number(admin);
        return gaps.stream()
                .map(gap -> gap.toBuilder().setNumber(number).build())
                .toList();
    }

    private void write(List<Gap> gaps, Function<Gap, byte[]> key) throws InterruptedException {
        Map<String, Object> config = new HashMap<>(client);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TIMEOUT_SECONDS * 1000);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_SECONDS * 500);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TIMEOUT_SECONDS * 1000);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (Gap gap : gaps) {
                sent.add(producer.send(new ProducerRecord<>(Topics.SESSIONS, 0, key.apply(gap), gap.toByteArray())));
            }
            for (Future<RecordMetadata> record : sent) {
                await(record);
            }
        }
    }

    private static void log(Gap gap) {
        OptionalLong missing = gap.hasFrom() ? OptionalLong.of(gap.getTo() - gap.getFrom()) : OptionalLong.empty();
        log.error(
                getMarker("records-deleted-unread"),
                "records were deleted before they were read, their sessions start again: topic={} partition={} from={} to={} missing={}",
                gap.getTopic(),
                gap.getPartition(),
                gap.hasFrom() ? gap.getFrom() : "unknown",
                gap.getTo(),
                missing.isPresent() && missing.getAsLong() > 0 ? missing.getAsLong() : "unknown");
    }

    private static Map<TopicPartition, Long> offsets(
            Admin admin, Collection<TopicPartition> partitions, OffsetSpec which) throws InterruptedException {
        return await(admin.listOffsets(partitions.stream().collect(Collectors.toMap(Function.identity(), p -> which)))
                        .all()
                        .toCompletionStage()
                        .toCompletableFuture())
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    private static <T> T await(Future<T> future) throws InterruptedException {
        try {
            return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaException("no response from Kafka within " + TIMEOUT_SECONDS + " s", e);
        }
    }

    private static long nowMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }
}
