// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.kafka.EmbeddedKafka;

/** Tests requests to real brokers: the minimum session timeout, and the end of transactions of dead instances. */
class BrokersTest {
    private static final EmbeddedKafka KAFKA = EmbeddedKafka.shared();
    private static final String APPLICATION = "some-validator";

    @BeforeAll
    static void createTopics() {
        KAFKA.createTopics(1, "out", "in");
    }

    @Test
    void raisesTheSessionTimeoutToTheMinimumOfTheBrokers() throws Exception {
        try (Admin admin = admin()) {
            assertThat(SessionTimeout.allowed(admin, Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(3));
            assertThat(SessionTimeout.allowed(admin, Duration.ofMillis(300)))
                    .isEqualTo(EmbeddedKafka.MIN_SESSION_TIMEOUT);
        }
    }

    @Test
    void assumesTheDefaultWhenTheMinimumIsUnknown() throws Exception {
        Admin admin = admin();
        admin.close();
        assertThat(SessionTimeout.allowed(admin, Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void abortsOnlyTheTransactionsOfDeadInstances() throws Exception {
        UUID alive = UUID.randomUUID();
        UUID dead = UUID.randomUUID();
        try (Admin admin = admin();
                KafkaConsumer<byte[], byte[]> member = member(alive);
                KafkaProducer<byte[], byte[]> living = begun(APPLICATION + "-" + alive + "-1");
                KafkaProducer<byte[], byte[]> gone = begun(APPLICATION + "-" + dead + "-1");
                KafkaProducer<byte[], byte[]> stranger = begun("other-" + dead + "-1")) {
            OrphanedTransactions left = new OrphanedTransactions(admin, APPLICATION);
            assertThat(left.end())
                    .as("the group has no members yet, so dead instances are unknown")
                    .isEmpty();

            member.subscribe(List.of("in"));
            Awaitility.await().until(() -> {
                member.poll(Duration.ofMillis(50));
                return !member.assignment().isEmpty();
            });
            assertThat(left.end()).containsExactly(APPLICATION + "-" + dead + "-1");
            assertThat(left.end()).isEmpty();

            living.commitTransaction();
            stranger.commitTransaction();
            assertThatThrownBy(gone::commitTransaction)
                    .isInstanceOfAny(ProducerFencedException.class, InvalidProducerEpochException.class);
        }
    }

    @Test
    void abortsNothingWhileAMemberHasAnUnknownClientId() throws Exception {
        UUID process = UUID.randomUUID();
        String application = "renamed-validator";
        try (Admin admin = admin();
                KafkaConsumer<byte[], byte[]> member = new KafkaConsumer<>(
                        Map.of(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                KAFKA.bootstrapServers(),
                                ConsumerConfig.GROUP_ID_CONFIG,
                                application,
                                ConsumerConfig.CLIENT_ID_CONFIG,
                                "a name from the configuration"),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
                KafkaProducer<byte[], byte[]> producer = begun(application + "-" + process + "-1")) {
            member.subscribe(List.of("in"));
            Awaitility.await().until(() -> {
                member.poll(Duration.ofMillis(50));
                return !member.assignment().isEmpty();
            });
            assertThat(new OrphanedTransactions(admin, application).end()).isEqualTo(Set.of());
            producer.commitTransaction();
        }
    }

    private static Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, KAFKA.bootstrapServers()));
    }

    private static KafkaConsumer<byte[], byte[]> member(UUID process) {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        KAFKA.bootstrapServers(),
                        ConsumerConfig.GROUP_ID_CONFIG,
                        APPLICATION,
                        ConsumerConfig.CLIENT_ID_CONFIG,
                        APPLICATION + "-" + process + "-StreamThread-1-consumer"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Returns a producer with a transaction that has begun. */
    private static KafkaProducer<byte[], byte[]> begun(String transactionalId) throws Exception {
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        KAFKA.bootstrapServers(),
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        transactionalId),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("out", new byte[] {1})).get();
        return producer;
    }
}
