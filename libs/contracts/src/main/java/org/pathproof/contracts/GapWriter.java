// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

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
 * Tells of gaps in {@link Topics#SESSIONS}. To be called where a consumer without a reset policy finds that its position is not there any
 * more, before anything is read from a later one: once a later offset is committed, nobody can tell that records are missing.
 *
 * <p>A gap's number orders it against the epochs of sessions without any clock. It is the end of partition 0 of the topic after the gap was
 * noticed. A collector that has read a gap of at least that number began every later epoch after the records were lost.
 */
public final class GapWriter {
    private static final Logger log = LoggerFactory.getLogger(GapWriter.class);
    private static final int TIMEOUT_SECONDS = 20;

    private final Map<String, Object> client;

    /** {@code client}: the properties of a Kafka client, brokers included. */
    public GapWriter(Map<String, Object> client) {
        this.client = Map.copyOf(client);
    }

    /**
     * Looks which records are missing where a consumer cannot go on, and tells of them. A position that was never committed means a gap
     * where the partition does not begin at offset 0.
     *
     * @return the gaps; none for partitions that are read for the first time, from their first record
     * @throws KafkaException when the brokers cannot be asked or do not take the record; nothing may be read then
     */
    public List<Gap> tell(InvalidOffsetException e) {
        Map<TopicPartition, Long> positions =
                e instanceof OffsetOutOfRangeException range ? range.offsetOutOfRangePartitions() : Map.of();
        Admin admin = Admin.create(client);
        try {
            List<Gap> gaps = gaps(e.partitions(), positions, admin);
            if (!gaps.isEmpty()) {
                write(gaps);
            }
            return gaps;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptException(interrupted);
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    private static List<Gap> gaps(
            Collection<TopicPartition> partitions, Map<TopicPartition, Long> positions, Admin admin)
            throws InterruptedException {
        Map<TopicPartition, Long> starts = offsets(admin, partitions, OffsetSpec.earliest());
        List<Gap> gaps = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            long start = Objects.requireNonNull(starts.get(partition));
            Long position = positions.get(partition);
            // A position that is not below the start is one beyond the end: the log lost its newest records.
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
        TopicPartition first = new TopicPartition(Topics.SESSIONS, 0);
        long number = Objects.requireNonNull(
                        offsets(admin, List.of(first), OffsetSpec.latest()).get(first))
                + 1;
        return gaps.stream()
                .map(gap -> gap.toBuilder().setNumber(number).build())
                .toList();
    }

    private void write(List<Gap> gaps) throws InterruptedException {
        Map<String, Object> config = new HashMap<>(client);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TIMEOUT_SECONDS * 1000);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_SECONDS * 500);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TIMEOUT_SECONDS * 1000);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (Gap gap : gaps) {
                sent.add(producer.send(new ProducerRecord<>(
                        Topics.SESSIONS, 0, Gaps.key(gap.getTopic(), gap.getPartition()), gap.toByteArray())));
            }
            for (Future<RecordMetadata> record : sent) {
                await(record);
            }
        }
        for (Gap gap : gaps) {
            OptionalLong missing = gap.hasFrom() ? OptionalLong.of(gap.getTo() - gap.getFrom()) : OptionalLong.empty();
            log.error(
                    "records were deleted before they were read: topic={} partition={} from={} to={} missing={}; sessions begin anew",
                    gap.getTopic(),
                    gap.getPartition(),
                    gap.hasFrom() ? gap.getFrom() : "unknown",
                    gap.getTo(),
                    missing.isPresent() && missing.getAsLong() > 0 ? missing.getAsLong() : "unknown");
        }
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
            throw new KafkaException("no answer from Kafka in " + TIMEOUT_SECONDS + " s", e);
        }
    }

    private static long nowMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }
}
