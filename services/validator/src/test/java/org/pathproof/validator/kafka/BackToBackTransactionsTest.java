// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.validator.proof.CachingVerifier;
import org.pathproof.validator.proof.VerifyAhead;
import org.pathproof.validator.settings.ValidatorSettings;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * Tests consecutive transactions on brokers that are slow to end the previous one. Brokers then refuse the first batch
 * of a partition with CONCURRENT_TRANSACTIONS, and a second batch in flight arrives out of order.
 */
class BackToBackTransactionsTest {
    private static final int TRANSACTIONS = 300;
    private static final int RECORDS = 60;

    @Test
    void brokersReceiveNoBatchOutOfOrder() {
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        Logger brokerLog = (Logger) LoggerFactory.getLogger("kafka.server.ReplicaManager");
        // With 0 ms, the broker does not wait for the end of the previous transaction, like a busy broker.
        EmbeddedKafka kafka = EmbeddedKafka.own(Map.of("add.partitions.to.txn.retry.backoff.max.ms", "0"));
        kafka.createTopics(1, "out");
        seen.start();
        brokerLog.addAppender(seen);
        try (KafkaProducer<byte[], byte[]> producer = producer(kafka.bootstrapServers())) {
            producer.initTransactions();
            for (int i = 0; i < TRANSACTIONS; i++) {
                producer.beginTransaction();
                for (int j = 0; j < RECORDS; j++) {
                    var _ = producer.send(new ProducerRecord<>("out", new byte[500]));
                }
                producer.commitTransaction();
            }
        } finally {
            brokerLog.detachAppender(seen);
            kafka.close();
        }
        assertThat(seen.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.ERROR))
                .extracting(event -> event.getThrowableProxy() == null
                        ? event.getFormattedMessage()
                        : event.getThrowableProxy().getMessage())
                .isEmpty();
    }

    /**
     * Returns a producer as Kafka Streams creates it from the validator's settings, but with small batches, so that
     * many exist at a time.
     */
    private static KafkaProducer<byte[], byte[]> producer(String brokers) {
        Binder settings =
                new Binder(new MapConfigurationPropertySource(Map.of("pathproof.kafka.bootstrap-servers", brokers)));
        MeterRegistry registry = new SimpleMeterRegistry();
        CachingVerifier verifier = new CachingVerifier(_ -> new BitSet(), 1, registry);
        Properties streams = StreamsProperties.of(
                settings.bindOrCreate("pathproof.validator", ValidatorSettings.class),
                settings.bindOrCreate("pathproof.kafka", KafkaSettings.class),
                "instance",
                Duration.ofSeconds(6),
                VerifyAhead.Parts.of("routes", Optional::empty, (_, _, _) -> null, verifier, 1, _ -> {}, registry));
        Map<String, Object> config = new StreamsConfig(streams).getProducerConfigs("back-to-back");
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "back-to-back");
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, 2_000);
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
