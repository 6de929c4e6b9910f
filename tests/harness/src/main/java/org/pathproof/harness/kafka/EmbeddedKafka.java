// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness.kafka;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * A Kafka broker in the JVM of the tests. The test classes of a JVM share one broker, and each test begins with a
 * broker without topics:
 *
 * <pre>{@code
 * private final EmbeddedKafka kafka = EmbeddedKafka.shared();
 * }</pre>
 *
 * <p>A test that stops its broker, or needs other settings, has a broker of its own ({@link #own}). Brokers create no
 * topics by themselves. Not for tests that run in parallel.
 */
public final class EmbeddedKafka implements AutoCloseable {
    /** Shortest session timeout of a consumer group that a broker allows. */
    public static final Duration MIN_SESSION_TIMEOUT = Duration.ofSeconds(1);

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Map<String, String> SETTINGS = Map.of(
            "auto.create.topics.enable", "false",
            "group.initial.rebalance.delay.ms", "0",
            "group.min.session.timeout.ms", Long.toString(MIN_SESSION_TIMEOUT.toMillis()),
            "log.cleaner.dedupe.buffer.size", "4194304",
            "offsets.topic.num.partitions", "4",
            "transaction.state.log.num.partitions", "4",
            "transaction.state.log.replication.factor", "1",
            "transaction.state.log.min.isr", "1");

    private final EmbeddedKafkaKraftBroker broker = new EmbeddedKafkaKraftBroker(1, 1);
    private final Admin admin;
    private final boolean isShared;

    /** The shared broker, which starts at its first use and ends with the JVM. */
    private static final class Shared {
        private static final EmbeddedKafka KAFKA = new EmbeddedKafka(Map.of(), true);

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(KAFKA::stop, "embedded-kafka-stop"));
        }
    }

    private EmbeddedKafka(Map<String, String> settings, boolean isShared) {
        this.isShared = isShared;
        broker.brokerProperties(SETTINGS);
        broker.brokerProperties(settings);
        broker.afterPropertiesSet();
        admin = Admin.create(client());
    }

    /** Returns the broker that the tests of this JVM share, after all topics and consumer groups are deleted. */
    public static EmbeddedKafka shared() {
        Shared.KAFKA.clear();
        return Shared.KAFKA;
    }

    /**
     * Starts a broker for one test, which closes it.
     *
     * @param settings properties of the broker, beside those of the shared broker
     */
    public static EmbeddedKafka own(Map<String, String> settings) {
        return new EmbeddedKafka(settings, false);
    }

    public String bootstrapServers() {
        return broker.getBrokersAsString();
    }

    /** Returns the properties of a client: its bootstrap servers. */
    public Map<String, Object> client() {
        return Map.of("bootstrap.servers", bootstrapServers());
    }

    /** Returns the administrative client of this broker. Do not close it. */
    public Admin admin() {
        return admin;
    }

    /** Returns a new producer that sends each record at once. */
    public KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers(), ProducerConfig.LINGER_MS_CONFIG, 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Creates topics with one replica of each partition. */
    public void createTopics(int partitions, String... names) {
        List<NewTopic> topics = new ArrayList<>();
        for (String name : names) {
            topics.add(new NewTopic(name, partitions, (short) 1));
        }
        get(admin.createTopics(topics).all());
    }

    /** Deletes a topic. The controller has deleted it when this method returns, the broker may take a little longer. */
    public void deleteTopic(String name) {
        get(admin.deleteTopics(List.of(name)).all());
    }

    /** Sends a record and waits until the broker has it. */
    public static RecordMetadata send(KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
        try {
            return producer.send(record).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("no record sent to " + record.topic(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns all records of a topic, by partition and offset. The topic must exist. */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers(), "max.poll.records", 50_000),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            for (TopicPartition partition : consumer.partitionsFor(topic).stream()
                    .map(p -> new TopicPartition(p.topic(), p.partition()))
                    .toList()) {
                consumer.assign(List.of(partition));
                consumer.seekToBeginning(List.of(partition));
                long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
                while (consumer.position(partition) < end) {
                    consumer.poll(Duration.ofMillis(200)).forEach(records::add);
                }
            }
        }
        return records;
    }

    private void clear() {
        // Members of Kafka Streams stay in their group when they close. A new member would wait for their timeout.
        for (GroupListing group : get(admin.listGroups().all())) {
            removeGroup(group.groupId());
        }
        Set<String> topics = get(admin.listTopics().names());
        if (!topics.isEmpty()) {
            get(admin.deleteTopics(topics).all());
            await().atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> get(admin.listTopics().names()).isEmpty());
        }
    }

    private void removeGroup(String group) {
        Collection<?> members = get(admin.describeConsumerGroups(List.of(group)).all())
                .values()
                .iterator()
                .next()
                .members();
        if (!members.isEmpty()) {
            get(admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                    .all());
        }
        get(admin.deleteConsumerGroups(List.of(group)).all());
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Stops a broker of one test. The shared broker continues. */
    @Override
    public void close() {
        if (!isShared) {
            stop();
        }
    }

    private void stop() {
        admin.close(Duration.ZERO);
        broker.destroy();
    }
}
