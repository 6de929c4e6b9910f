// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicRetention;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.contracts.Topics;

/**
 * Tests the bounds of topics on a real broker: the settings of existing topics, and the size of a topic on the disk.
 */
class RetentionTest {
    private static final int PARTITIONS = 2;
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private EmbeddedBroker broker;
    private Admin admin;

    @BeforeEach
    void start() {
        broker = EmbeddedBroker.start(folder);
        admin = Admin.create(client());
    }

    @AfterEach
    void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void existingTopicsGetTheBoundsAndFollowTheSetting() throws Exception {
        String changelog = "pathproof-validator-routes-changelog";
        admin.createTopics(Stream.of(Topics.ROUTES, Topics.VERDICTS, Topics.SESSIONS, Topics.REJECTS, changelog)
                        .map(name -> new NewTopic(name, PARTITIONS, (short) 1))
                        .toList())
                .all()
                .get();
        assertThat(setting(Topics.ROUTES, TopicConfig.RETENTION_BYTES_CONFIG)).isEqualTo("-1");

        provision(bounds(64 * MIB));
        assertThat(setting(Topics.ROUTES, TopicConfig.RETENTION_BYTES_CONFIG)).isEqualTo(String.valueOf(32 * MIB));
        assertThat(setting(Topics.ROUTES, TopicConfig.SEGMENT_BYTES_CONFIG)).isEqualTo(String.valueOf(4 * MIB));
        assertThat(setting(Topics.REJECTS, TopicConfig.RETENTION_BYTES_CONFIG)).isEqualTo(String.valueOf(4 * MIB));
        for (String compacted : List.of(Topics.VERDICTS, Topics.SESSIONS, changelog)) {
            assertThat(setting(compacted, TopicConfig.CLEANUP_POLICY_CONFIG)).isEqualTo("compact");
            assertThat(setting(compacted, TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG))
                    .isEqualTo("86400000");
            assertThat(Long.parseLong(setting(compacted, TopicConfig.SEGMENT_BYTES_CONFIG)))
                    .isLessThanOrEqualTo(16 * MIB);
        }

        provision(bounds(16 * MIB));
        assertThat(setting(Topics.ROUTES, TopicConfig.RETENTION_BYTES_CONFIG)).isEqualTo(String.valueOf(8 * MIB));
        provision(bounds(64 * MIB).withAlterTopics(false));
        assertThat(setting(Topics.ROUTES, TopicConfig.RETENTION_BYTES_CONFIG)).isEqualTo(String.valueOf(8 * MIB));
    }

    @Test
    void theRoutesTopicStaysWithinItsSize() throws Exception {
        provision(bounds(16 * MIB));
        byte[] value = new byte[1000];
        Map<String, Object> config = client();
        config.put("batch.size", 131_072);
        try (var producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < 100_000; i++) {
                var _ = producer.send(new ProducerRecord<>(Topics.ROUTES, i % PARTITIONS, null, value));
            }
        }
        // 16 MiB, plus the open and the oldest segment of 1 MiB in each of the two partitions.
        await().atMost(Duration.ofMinutes(2)).until(() -> sizeOf(Topics.ROUTES) <= (16 + 2 * PARTITIONS) * MIB);
        assertThat(sizeOf(Topics.ROUTES)).isGreaterThan(12 * MIB);
    }

    private Map<String, Object> client() {
        Map<String, Object> client = new HashMap<>(broker.clientProperties());
        client.put("bootstrap.servers", broker.bootstrapServers());
        return client;
    }

    private void provision(TopicSettings settings) throws InterruptedException {
        TopicProvisioner provisioner = new TopicProvisioner(admin, settings);
        provisioner.provision();
        provisioner.alterChangelogs("pathproof-validator");
    }

    private static TopicSettings bounds(long routes) {
        return TopicSettings.defaults()
                .withRoutePartitions(PARTITIONS)
                .withReplicationFactor((short) 1)
                .withRetention(new TopicRetention(
                        Duration.ofDays(7), routes, Duration.ofDays(7), 4 * MIB, Duration.ofDays(1), 4 * MIB));
    }

    private String setting(String topic, String name) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config config = Objects.requireNonNull(
                admin.describeConfigs(Set.of(resource)).all().get().get(resource));
        return config.get(name).value();
    }

    /** Returns the bytes of the log segments of a topic, except those marked for deletion. */
    private long sizeOf(String topic) throws Exception {
        List<Integer> nodes =
                admin.describeCluster().nodes().get().stream().map(Node::id).toList();
        return admin.describeLogDirs(nodes).allDescriptions().get().values().stream()
                .flatMap(folders -> folders.values().stream())
                .flatMap(folder -> folder.replicaInfos().entrySet().stream())
                .filter(replica -> replica.getKey().topic().equals(topic))
                .mapToLong(replica -> replica.getValue().size())
                .sum();
    }
}
