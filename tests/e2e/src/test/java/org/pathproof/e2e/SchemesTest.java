// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.harness.StayRtr;
import org.pathproof.harness.TestData;
import org.pathproof.harness.kafka.KafkaBrokers;
import org.pathproof.research.lab.PrivateKeys;
import org.pathproof.research.lab.SchemeStream;
import org.pathproof.research.lab.SchemesCommand;
import org.pathproof.research.schemes.KeyFile;
import org.pathproof.research.schemes.SchemeAttribute;
import org.pathproof.wire.Bytes;
import tools.jackson.databind.JsonNode;

/**
 * Tests experimental schemes in a running Pathproof (docs/adr/0058). {@code ./pathproof lab schemes} creates an honest
 * route and every attack for each parameter set of each scheme, and a router sends them over BMP.
 */
final class SchemesTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int CODE = 252;
    /** Length of the last message that a lost connection cuts off. */
    private static final int CUT = 100;

    @TempDir
    Path folder;

    /** A route as the table of the lab has it. */
    private record Expected(String scheme, String parameters, String state) {}

    /** The result of a route in REST, without the member {@code experimental} if there is none. */
    private static String result(JsonNode route) {
        JsonNode validity = route.get("validity");
        JsonNode result = validity.get("experimental");
        String state = validity.get("state").asString();
        return result == null
                ? state
                : String.join(
                        " ",
                        state,
                        result.get("scheme").asString(),
                        result.get("parameters").asString(),
                        result.get("state").asString());
    }

    @Test
    void everyRouteAndEveryAttackHasItsResultAndPrivateValuesStayOut() throws Exception {
        Map<String, Expected> expected = createRoutes();
        Path stream = folder.resolve("schemes").resolve(SchemesCommand.STREAM);
        PrivateKeys keys = privateKeys(stream);
        try (ProcessGroup processes = ProcessGroup.in(folder.resolve("kafka"))) {
            KafkaBrokers kafka =
                    KafkaBrokers.prepare(processes, 1, "-Xms128m -Xmx512m -XX:TieredStopAtLevel=1", Optional.empty());
            ChildProcess broker = kafka.start(1);
            await("the broker").atMost(TIMEOUT).until(() -> {
                broker.requireAlive();
                return Ports.accepts(kafka.port(1));
            });
            try (StayRtr cache = new StayRtr(folder, TestData.path("rtr/rpki-051.json"));
                    RunningPathproof pathproof = RunningPathproof.start(
                            folder,
                            "--rtr",
                            cache.address(),
                            "--config",
                            configuration(kafka.bootstrapServers()).toString())) {
                try (ChildProcess router = pathproof.replay(stream, (int) Files.size(stream))) {
                    awaitResults(
                            pathproof,
                            expected.entrySet().stream()
                                    .collect(Collectors.toMap(
                                            Map.Entry::getKey,
                                            route -> String.join(
                                                    " ",
                                                    "UNSIGNED",
                                                    route.getValue().scheme(),
                                                    route.getValue().parameters(),
                                                    route.getValue().state()))));
                    assertThat(router.isAlive()).isTrue();
                }
                assertThat(loadedSchemes(pathproof.pid())).contains("kcrsa", "kcmt", "spv", "sbgp", "sasv");
                loseConnection(pathproof, stream);
                await("the reject of a cut message")
                        .atMost(TIMEOUT)
                        .until(() -> rejects(kafka).stream()
                                .anyMatch(reject -> reject.getMessage().contains("the connection ended")));
                assertNoPrivateValue(keys, kafka, pathproof.output());
            }
        }
    }

    @Test
    void withoutTheSettingRoutesAreUnsignedAndNoSchemeIsLoaded() throws Exception {
        Map<String, Expected> expected = createRoutes();
        Path stream = folder.resolve("schemes").resolve(SchemesCommand.STREAM);
        try (StayRtr cache = new StayRtr(folder, TestData.path("rtr/rpki-051.json"));
                RunningPathproof pathproof = RunningPathproof.start(folder, "--rtr", cache.address());
                ChildProcess router = pathproof.replay(stream, (int) Files.size(stream))) {
            awaitResults(
                    pathproof, expected.keySet().stream().collect(Collectors.toMap(prefix -> prefix, _ -> "UNSIGNED")));
            assertThat(router.isAlive()).isTrue();
            assertThat(loadedSchemes(pathproof.pid())).isEmpty();
        }
    }

    /** Runs the command of the lab, and returns its table by prefix. */
    private Map<String, Expected> createRoutes() throws IOException {
        Path out = folder.resolve("schemes");
        ChildProcess.Outcome outcome = ChildProcess.run(
                TIMEOUT, RunningPathproof.command("lab", "schemes", "--all-parameters", "--out", out.toString()));
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        Map<String, Expected> expected = new TreeMap<>();
        Set<String> states = new HashSet<>();
        for (String line : Files.readAllLines(out.resolve(SchemesCommand.TABLE))) {
            String[] fields = line.split(" +", -1);
            if (!fields[0].equals("PREFIX")) {
                expected.put(fields[0], new Expected(fields[1], fields[2], fields[4]));
                states.add(fields[1] + " " + fields[4]);
            }
        }
        // Each of the seven schemes stops an attack and misses one.
        assertThat(states).hasSize(14);
        return expected;
    }

    private PrivateKeys privateKeys(Path stream) throws IOException {
        Bytes bytes = Bytes.wrap(Files.readAllBytes(stream));
        List<SchemeAttribute> paths = SchemeStream.paths(bytes, CODE);
        Path file = folder.resolve("schemes").resolve(SchemesCommand.KEYS);
        PrivateKeys keys = new PrivateKeys(
                paths, KeyFile.read(file.toString(), Files.readAllLines(file)).values());
        assertThat(keys.occurIn(bytes)).isTrue();
        return keys;
    }

    private Path configuration(String bootstrapServers) throws IOException {
        Path out = folder.resolve("schemes");
        return Files.writeString(folder.resolve("pathproof.yaml"), """
                logging.level.org.pathproof: TRACE
                pathproof:
                  kafka:
                    bootstrap-servers: %s
                    replication-factor: 1
                    route-partitions: 2
                  collector:
                    openbmp.publish: true
                    path-attributes:
                      routers: 127.0.0.1
                      views: ADJ_RIB_IN_PRE, ADJ_RIB_IN_POST
                  schemes:
                    experimental: true
                    keys: %s
                    library: %s
                """.formatted(
                        bootstrapServers,
                        out.resolve(SchemesCommand.KEYS),
                        RunningPathproof.root().resolve("research/scheme-lab/target/lib")));
    }

    private static void awaitResults(RunningPathproof pathproof, Map<String, String> expected) {
        await("results of all routes")
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(pathproof.routes("").stream()
                                .collect(Collectors.toMap(RunningPathproof::prefix, SchemesTest::result)))
                        .isEqualTo(expected));
    }

    /** Sends the stream without the end of its last message, and closes the connection. */
    private static void loseConnection(RunningPathproof pathproof, Path stream) throws IOException {
        byte[] bytes = Files.readAllBytes(stream);
        try (Socket router = new Socket(InetAddress.getLoopbackAddress(), pathproof.bmpPort)) {
            router.getOutputStream().write(bytes, 0, lastRoute(Bytes.wrap(bytes)) - CUT);
        }
    }

    /** Returns the index after the longest message, which has a route. */
    private static int lastRoute(Bytes stream) {
        int end = 0;
        int longest = 0;
        for (int at = 0; at < stream.length(); at += (int) stream.u32(at + 1)) {
            int length = (int) stream.u32(at + 1);
            if (length > longest) {
                longest = length;
                end = at + length;
            }
        }
        return end;
    }

    /** Returns the last names of the packages of research whose classes a JVM has loaded. */
    private static Set<String> loadedSchemes(long pid) {
        ChildProcess.Outcome outcome = ChildProcess.run(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid),
                "VM.class_hierarchy");
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("org.pathproof.collector.");
        return Pattern.compile("org\\.pathproof\\.research\\.(?:schemes\\.)?([a-z]+)\\.")
                .matcher(outcome.output())
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
    }

    private void assertNoPrivateValue(PrivateKeys keys, KafkaBrokers kafka, String output) throws IOException {
        List<ConsumerRecord<byte[], byte[]>> records = read(kafka, "");
        assertThat(records.stream().map(ConsumerRecord::topic).distinct())
                .contains(Topics.ROUTES, Topics.VERDICTS, Topics.REJECTS, Topics.OPENBMP_RAW);
        for (ConsumerRecord<byte[], byte[]> record : records) {
            assertThat(Stream.of(record.key(), record.value())
                            .anyMatch(bytes -> bytes != null && keys.occurIn(Bytes.wrap(bytes))))
                    .as("private value in %s", record.topic())
                    .isFalse();
        }
        assertThat(output.lines()).isNotEmpty().noneMatch(keys::occurInText);
        for (Path file : files(folder.resolve("data"))) {
            assertThat(keys.occurIn(Bytes.wrap(Files.readAllBytes(file))))
                    .as("private value in %s", file)
                    .isFalse();
        }
    }

    /** Returns the logs, the state of the validator, and the data of Redis. */
    private static List<Path> files(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            List<Path> found = files.filter(Files::isRegularFile).toList();
            assertThat(found).isNotEmpty();
            return found;
        }
    }

    private static List<Reject> rejects(KafkaBrokers kafka) throws InvalidProtocolBufferException {
        List<Reject> rejects = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : read(kafka, Topics.REJECTS)) {
            rejects.add(Reject.parseFrom(record.value()));
        }
        return rejects;
    }

    /** Returns the records of all topics whose name begins with {@code name}. */
    private static List<ConsumerRecord<byte[], byte[]>> read(KafkaBrokers kafka, String name) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.listTopics().values().stream()
                    .flatMap(List::stream)
                    .filter(partition -> partition.topic().startsWith(name))
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
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
