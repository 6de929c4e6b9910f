// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads the end offsets of partitions and the committed offsets of consumer groups from the brokers. */
public final class Offsets {
    private final Admin admin;
    private final Duration limit;

    /**
     * Uses {@code admin}, which the caller closes.
     *
     * @param limit maximum time to wait for each response of the brokers
     */
    public Offsets(Admin admin, Duration limit) {
        this.admin = admin;
        this.limit = limit;
    }

    /**
     * Returns all partitions of the topics, in the order of the topics.
     *
     * @throws KafkaException if the brokers do not respond, or one of the topics does not exist
     */
    public List<TopicPartition> partitions(List<String> topics) throws InterruptedException {
        Map<String, TopicDescription> known = await(admin.describeTopics(topics).allTopicNames());
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : topics) {
            TopicDescription description = known.get(topic);
            if (description != null) {
                description.partitions().forEach(p -> partitions.add(new TopicPartition(topic, p.partition())));
            }
        }
        return partitions;
    }

    /**
     * Returns the high watermarks: the offsets after the last records, including those of open transactions.
     *
     * @throws KafkaException if the brokers do not respond
     */
    public Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) throws InterruptedException {
        return offsets(partitions, OffsetSpec.latest());
    }

    /**
     * Returns the offsets of the first records that were not deleted.
     *
     * @throws KafkaException if the brokers do not respond
     */
    public Map<TopicPartition, Long> starts(Collection<TopicPartition> partitions) throws InterruptedException {
        return offsets(partitions, OffsetSpec.earliest());
    }

    /**
     * Returns the offsets of the next records that a consumer group will process. Without a committed offset, or with
     * one below the start of the log, the result is the start of the log.
     *
     * @param ends ends of the partitions, requested before: a group that has passed them all saves a request
     * @throws KafkaException if the brokers do not respond
     */
    public Map<TopicPartition, Long> committed(String group, Map<TopicPartition, Long> ends)
            throws InterruptedException {
        Map<TopicPartition, @Nullable OffsetAndMetadata> offsets =
                await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        Map<TopicPartition, Long> committed = new HashMap<>();
        ends.keySet().forEach(partition -> {
            OffsetAndMetadata offset = offsets.get(partition);
            committed.put(partition, offset == null ? 0 : offset.offset());
        });
        if (ends.entrySet().stream().anyMatch(end -> committed.getOrDefault(end.getKey(), 0L) < end.getValue())) {
            starts(ends.keySet()).forEach((partition, start) -> committed.merge(partition, start, Math::max));
        }
        return committed;
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec spec)
            throws InterruptedException {
        Map<TopicPartition, ListOffsetsResultInfo> found =
                await(admin.listOffsets(partitions.stream().collect(Collectors.toMap(Function.identity(), _ -> spec)))
                        .all());
        Map<TopicPartition, Long> offsets = new HashMap<>();
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    private <T> T await(KafkaFuture<T> future) throws InterruptedException {
        try {
            return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaException("no response within " + limit.toSeconds() + " s", e);
        }
    }
}
