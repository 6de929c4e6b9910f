// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;

/** Reads all committed verdicts of a topic, and remembers each change of a route's state. */
final class VerdictRecorder implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<RouteKey, PathState> states = new HashMap<>();
    private final List<String> changes = new ArrayList<>();

    /** Begins at the first record. The topic must exist. */
    VerdictRecorder(String bootstrapServers) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(Topics.VERDICTS).stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Reads for a moment. Returns true if there was a record. */
    boolean read() {
        boolean any = false;
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            any = true;
            if (!Gaps.isGap(record.key())) {
                take(record);
            }
        }
        return any;
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        RouteKey route = RouteKey.ofBytes(record.key());
        try {
            PathState after = record.value() == null
                    ? null
                    : Verdict.parseFrom(record.value()).getState();
            PathState before = after == null ? states.remove(route) : states.put(route, after);
            if (before != after) {
                changes.add(route.prefix() + " " + before + " -> " + after);
            }
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the state of each route. */
    Map<RouteKey, PathState> states() {
        return Map.copyOf(states);
    }

    /** Returns the changes since the last call, and forgets them. */
    List<String> changes() {
        List<String> since = List.copyOf(changes);
        changes.clear();
        return since;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
