// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRuntime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.standalone.data.DataFolder;

class EmbeddedBrokerTest {
    @TempDir
    Path folder;

    /**
     * A second load during the first one would lose offsets.
     * docs/adr/0013-the-embedded-broker-starts-after-fencing.md explains the fault.
     */
    @Test
    void loadsTheOffsetsOfGroupsOnceAtTheStart() throws Exception {
        try (DataFolder data = DataFolder.open(folder)) {
            try (EmbeddedBroker broker = EmbeddedBroker.start(data.folder("kafka"))) {
                KafkaRecords.produce(broker.bootstrapServers(), broker.clientProperties(), List.of("a", "b"), true);
                assertThat(KafkaRecords.consume(broker, 2)).containsExactly("a", "b");
            }
            try (RecordedLog coordinator = new RecordedLog(CoordinatorRuntime.class);
                    EmbeddedBroker broker = EmbeddedBroker.start(data.folder("kafka"))) {
                assertThat(committed(broker)).isEqualTo(2);
                assertThat(coordinator.messages())
                        .filteredOn(
                                message -> message.contains("Scheduling loading of metadata from __consumer_offsets"))
                        .hasSize(4);
                assertThat(coordinator.messages()).noneMatch(message -> message.contains("Started unloading"));
            }
        }
    }

    @Test
    void kafkaAndItsControllerRefuseClientsWithoutThePassword() throws Exception {
        try (DataFolder data = DataFolder.open(folder);
                EmbeddedBroker broker = EmbeddedBroker.start(data.folder("kafka"))) {
            Map<String, String> guess = KafkaLogin.random().client();
            for (String at : List.of("bootstrap.servers", "bootstrap.controllers")) {
                String server = at.equals("bootstrap.servers")
                        ? broker.bootstrapServers()
                        : "127.0.0.1:" + broker.controllerPort();
                assertThat(clusterId(at, server, broker.clientProperties())).isNotEmpty();
                assertThatThrownBy(() -> clusterId(at, server, guess))
                        .as(at)
                        .hasRootCauseInstanceOf(SaslAuthenticationException.class);
                assertThatThrownBy(() -> clusterId(at, server, Map.of()))
                        .as(at)
                        .hasRootCauseInstanceOf(TimeoutException.class);
            }
        }
    }

    private static String clusterId(String at, String server, Map<String, String> login) throws Exception {
        Map<String, Object> config = new HashMap<>(login);
        config.put(at, server);
        config.put("default.api.timeout.ms", 5_000);
        config.put("request.timeout.ms", 4_000);
        try (Admin admin = Admin.create(config)) {
            return admin.describeCluster().clusterId().get();
        }
    }

    private static long committed(EmbeddedBroker broker) throws Exception {
        Map<String, Object> config = new HashMap<>(broker.clientProperties());
        config.put("bootstrap.servers", broker.bootstrapServers());
        try (Admin admin = Admin.create(config)) {
            Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets("test")
                    .partitionsToOffsetAndMetadata()
                    .get();
            return Objects.requireNonNull(offsets.get(new TopicPartition("kept", 0)))
                    .offset();
        }
    }
}
