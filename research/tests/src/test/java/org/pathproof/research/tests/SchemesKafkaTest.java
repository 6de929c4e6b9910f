// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.CollectorConfiguration;
import org.pathproof.collector.lifecycle.CollectorService;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.research.lab.PrivateKeys;
import org.pathproof.research.lab.SchemeLab;
import org.pathproof.research.lab.SchemeStream;
import org.pathproof.research.schemes.SchemeAttribute;
import org.pathproof.wire.Bytes;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Tests the path attribute of experimental schemes on its way to a real Kafka. */
final class SchemesKafkaTest {
    private static final EmbeddedKafka KAFKA = EmbeddedKafka.shared();
    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final int CODE = 253;

    private final SchemeLab lab = SchemeLab.create(Instant.now(), false, Set.of("KC-RSA", "KC-MT", "KC-Hybrid"));
    private final Bytes stream = new SchemeStream(CODE, Instant.now()).encode(lab.routes());
    private final PrivateKeys keys = new PrivateKeys(lab);

    /** Plays routes of the keychain schemes, then damaged messages, and searches all records and logs. */
    @Test
    void privateValuesReachNoTopicAndNoLog() throws IOException {
        ListAppender<ILoggingEvent> logs = new ListAppender<>();
        Logger root = (Logger) LoggerFactory.getLogger("org.pathproof");
        Level level = root.getLevel();
        root.setLevel(Level.TRACE);
        logs.start();
        root.addAppender(logs);
        try (ConfigurableApplicationContext collector = start()) {
            try (Socket router = connect(collector)) {
                router.getOutputStream().write(stream.toArray());
                await().atMost(TIMEOUT).until(() -> paths().containsAll(expected()));
            }
            try (Socket router = connect(collector)) {
                router.getOutputStream().write(damaged().toArray());
                await().atMost(TIMEOUT).until(() -> layers().containsAll(Set.of("bgp", "bmp", "scheme")));
            }
            try (Socket router = connect(collector)) {
                router.getOutputStream()
                        .write(stream.slice(0, stream.length() - 200).toArray());
            }
            await().atMost(TIMEOUT)
                    .until(() -> rejects().stream()
                            .anyMatch(reject -> reject.getMessage().contains("the connection ended")));
        } finally {
            root.detachAppender(logs);
            root.setLevel(level);
        }
        List<ConsumerRecord<byte[], byte[]>> records = read(allPartitions());
        assertThat(records).anyMatch(record -> record.topic().equals(Topics.OPENBMP_RAW));
        assertThat(records).noneMatch(record -> contains(record.key()) || contains(record.value()));
        assertThat(logs.list).isNotEmpty().noneMatch(event -> keys.occurInText(event.getFormattedMessage()));
        assertThat(logs.list).anyMatch(event -> event.getFormattedMessage().contains("path attribute of a scheme"));
        assertThat(rejects())
                .filteredOn(reject -> reject.getLayer().equals("scheme"))
                .isNotEmpty()
                .allMatch(reject -> reject.getOctets().isEmpty());
    }

    private List<Bytes> expected() {
        return lab.routes().stream()
                .map(route -> new SchemeAttribute(route.id(), route.route().path())
                        .withoutSecret()
                        .encode())
                .toList();
    }

    /** Returns the stream with wrong lengths and versions of the attribute, of the UPDATE, and at last of a message. */
    private Bytes damaged() {
        byte[] bytes = stream.toArray();
        int damage = 0;
        for (int at = 0; at < bytes.length; ) {
            Bytes message = Bytes.wrap(bytes, at, (int) stream.u32(at + 1));
            Bytes update = message.from(Math.min(message.length(), 48));
            int attribute = indexOfAttribute(update);
            if (attribute > 0) {
                switch (damage++ % 3) {
                    case 0 -> bytes[at + 48 + attribute + 4]++; // version of the value
                    case 1 -> {
                        int length = at + 48 + attribute + 2;
                        bytes[length] = (byte) (bytes[length] + 4);
                    }
                    default -> bytes[at + 48 + 16]++; // length of the UPDATE
                }
            }
            at += message.length();
        }
        return Bytes.wrap(bytes).concat(Bytes.fromHex("0300000000")).concat(stream);
    }

    /** Returns the index of the flags of the private attribute; -1 if there is none. */
    private static int indexOfAttribute(Bytes update) {
        for (int at = 23; at + 4 < update.length(); at++) {
            if (update.u8(at) == 0xd0 && update.u8(at + 1) == CODE && update.u8(at + 4) == 1) {
                return at;
            }
        }
        return -1;
    }

    private boolean contains(byte @Nullable [] bytes) {
        return bytes != null && keys.occurIn(Bytes.wrap(bytes));
    }

    /** Starts all beans of a collector, without a web server. */
    private static ConfigurableApplicationContext start() {
        Map<String, Object> settings = Map.of(
                "pathproof.collector.bmp-port", "0",
                "pathproof.collector.bmp-address", "127.0.0.1",
                "pathproof.collector.id", "c1",
                "pathproof.collector.openbmp.publish", "true",
                "pathproof.schemes.experimental", "true",
                "pathproof.schemes.attribute", Integer.toString(CODE),
                "pathproof.kafka.route-partitions", "3",
                "pathproof.kafka.replication-factor", "1",
                "pathproof.kafka.bootstrap-servers", KAFKA.bootstrapServers());
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", settings));
        context.registerBean(MeterRegistry.class, SimpleMeterRegistry::new);
        context.register(CollectorConfiguration.class);
        context.refresh();
        await().atMost(TIMEOUT).until(context.getBean(CollectorService.class)::isServing);
        return context;
    }

    private static Socket connect(ConfigurableApplicationContext collector) throws IOException {
        int port = collector.getBean(CollectorService.class).bmpPort().orElseThrow();
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    private static List<String> layers() throws InvalidProtocolBufferException {
        return rejects().stream().map(Reject::getLayer).toList();
    }

    /** Returns the paths in all route events. */
    private static List<Bytes> paths() throws InvalidProtocolBufferException {
        List<Bytes> paths = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : read(partitions(Topics.ROUTES))) {
            RouteEvent event = RouteEvent.parseFrom(record.value());
            if (event.getAnnouncement().hasSchemePath()) {
                paths.add(Bytes.wrap(
                        event.getAnnouncement().getSchemePath().getAttribute().toByteArray()));
            }
        }
        return paths;
    }

    private static List<Reject> rejects() throws InvalidProtocolBufferException {
        List<Reject> rejects = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : read(partitions(Topics.REJECTS))) {
            rejects.add(Reject.parseFrom(record.value()));
        }
        return rejects;
    }

    private static KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, KAFKA.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    private static List<TopicPartition> partitions(String topic) {
        return allPartitions().stream().filter(p -> p.topic().equals(topic)).toList();
    }

    /** Returns the partitions of all topics in the broker. */
    private static List<TopicPartition> allPartitions() {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            return consumer.listTopics().values().stream()
                    .flatMap(List::stream)
                    .map(p -> new TopicPartition(p.topic(), p.partition()))
                    .toList();
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(List<TopicPartition> partitions) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }
}
