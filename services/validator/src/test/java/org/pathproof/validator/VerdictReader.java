// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.kafka.EmbeddedKafka;

/** Reads the verdicts topic as the policy API does: committed records, from the beginning. */
final class VerdictReader implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    final Map<RouteKey, Verdict> table = new HashMap<>();
    final Map<RouteKey, Integer> partitions = new HashMap<>();
    int records;

    VerdictReader(EmbeddedKafka kafka, int partitions) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            all.add(new TopicPartition(Topics.VERDICTS, i));
        }
        consumer.assign(all);
        consumer.seekToBeginning(all);
    }

    /** Reads until the table meets {@code wanted}; fails after 60 s. */
    void until(Predicate<Map<RouteKey, Verdict>> wanted) {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!wanted.test(table)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("after " + records + " records the verdicts are " + states());
            }
            read();
        }
    }

    private void read() {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
            records++;
            RouteKey route = RouteKey.ofBytes(record.key());
            partitions.put(route, record.partition());
            if (record.value() == null) {
                table.remove(route);
            } else {
                table.put(route, parsed(record.value()));
            }
        }
    }

    private Map<String, Integer> states() {
        Map<String, Integer> states = new HashMap<>();
        table.values().forEach(v -> states.merge(v.getState().name(), 1, Integer::sum));
        return states;
    }

    private static Verdict parsed(byte[] value) {
        try {
            return Verdict.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
