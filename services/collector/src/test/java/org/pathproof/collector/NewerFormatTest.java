// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.collector.lifecycle.CollectorService;
import org.pathproof.contracts.RecordFormat;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests that a collector stops serving while a topic that it reads has records of a newer release. */
class NewerFormatTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();

    @ParameterizedTest
    @ValueSource(strings = {Topics.SESSIONS, Topics.COLLECTORS})
    void stopsServingAndContinuesAfterTheRecordIsGone(String topic) throws Exception {
        Map<String, Object> properties = Map.of(
                "pathproof.collector.bmp-port", "0",
                "pathproof.collector.bmp-address", "127.0.0.1",
                "pathproof.collector.id", "c1",
                "pathproof.kafka.route-partitions", "1",
                "pathproof.kafka.replication-factor", "1",
                "pathproof.kafka.bootstrap-servers", kafka.bootstrapServers());
        try (ConfigurableApplicationContext context = CollectorContext.start(properties, new SimpleMeterRegistry())) {
            CollectorService collector = context.getBean(CollectorService.class);
            await().atMost(TIMEOUT).until(collector::isServing);
            long newer = write(topic, "2");
            String reason = topic + " has a record of format \"2\"; this release reads format 1: upgrade this service";
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(collector.waitingFor()).contains(reason));
            assertThat(collector.isServing()).isFalse();
            assertThat(collector.bmpPort()).isEmpty();

            deleteTo(topic, newer + 1);
            await().atMost(TIMEOUT).until(collector::isServing);
            try (Socket router = new Socket(
                    InetAddress.getLoopbackAddress(), collector.bmpPort().orElseThrow())) {
                assertThat(router.isConnected()).isTrue();
            }
        }
    }

    private long write(String topic, String format) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 0, new byte[16], new byte[0]);
            record.headers().add(RecordFormat.HEADER, format.getBytes(StandardCharsets.US_ASCII));
            return producer.send(record).get().offset();
        }
    }

    /** Deletes records of a compacted topic, which Kafka permits only with another cleanup policy. */
    private void deleteTo(String topic, long offset) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        AlterConfigOp delete = new AlterConfigOp(
                new ConfigEntry(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE),
                AlterConfigOp.OpType.SET);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.incrementalAlterConfigs(Map.of(resource, List.of(delete)))
                    .all()
                    .get();
            Map<TopicPartition, RecordsToDelete> read =
                    Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(offset));
            // The broker applies the new policy some time after its controller has accepted it.
            await().atMost(TIMEOUT)
                    .ignoreExceptionsMatching(e -> e.getCause() instanceof PolicyViolationException)
                    .until(() -> admin.deleteRecords(read).all().get() == null);
        }
    }
}
