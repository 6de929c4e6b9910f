// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.cli.PathproofCommand;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.history.engine.Upkeep;
import org.pathproof.history.input.WriterStatus;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests {@code pathproof query history} with a running history: output, errors and exit codes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HistoryCommandTest {
    private static final int OK = 0;
    private static final int PROBLEM_FOUND = 1;
    private static final int CANNOT_RUN = 2;

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private @Nullable RunningHistory running;
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    /** A time after the first two routes, and before all other changes. */
    private Instant middle = Instant.EPOCH;

    /** The result of a command. */
    private record Result(int code, String out, String err) {
        String ok() {
            assertThat(code).as(err).isEqualTo(OK);
            return out;
        }
    }

    @BeforeAll
    void writeHistory(@TempDir Path folder) throws Exception {
        kafka.createTopics(RandomHistory.PARTITIONS, Topics.VERDICTS);
        kafka.createTopics(1, Topics.SESSIONS);
        producer = kafka.producer();
        RunningHistory history = new RunningHistory(kafka, folder).awaitComplete();
        running = history;
        putSession(11, State.UP, 1, 0);
        putSession(21, State.UP, 1, 0);
        put("192.0.2.0/24", 11, PathState.VALID, OriginState.ORIGIN_VALID, 65_011, 64_500);
        put("203.0.113.0/24", 21, PathState.VALID, OriginState.ORIGIN_VALID, 65_021, 64_501);
        history.awaitRead();
        middle = Instant.now();
        // Times of records have milliseconds.
        await().until(() -> Instant.now().isAfter(middle.plusMillis(2)));
        put("192.0.2.0/24", 11, PathState.NOT_VALID, OriginState.ORIGIN_VALID, 65_011, 64_500);
        put("192.0.2.128/25", 11, PathState.UNSIGNED, OriginState.ORIGIN_INVALID, 65_011, 64_666);
        for (int i = 0; i < 4; i++) {
            put("198.51.100.0/24", 11, PathState.UNSIGNED, OriginState.ORIGIN_VALID, 65_011, 64_510 + i);
        }
        putSession(21, State.DOWN, 2, 2);
        send("203.0.113.0/24", 21, null);
        history.awaitRead();
        history.bean(Upkeep.class).run();
    }

    @AfterAll
    void stop() {
        if (running != null) {
            running.close();
        }
        if (producer != null) {
            producer.close();
        }
    }

    private void put(String prefix, int session, PathState state, OriginState origin, Integer... path) {
        send(prefix, session, Records.verdict(state, origin, 1, List.of(path)));
    }

    private void send(String prefix, int session, @Nullable Verdict verdict) {
        RouteKey key = Records.key(prefix, session);
        byte[] bytes = key.toBytes();
        send(new ProducerRecord<>(
                Topics.VERDICTS,
                PrefixPartitioner.partition(bytes, RandomHistory.PARTITIONS),
                bytes,
                Records.bytes(verdict)));
    }

    private void putSession(int number, State state, long epoch, long deadBefore) {
        send(new ProducerRecord<>(
                Topics.SESSIONS,
                0,
                Records.sessionId(number).bytes().toArray(),
                Records.session(number, state, epoch, deadBefore).toByteArray()));
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        KafkaProducer<byte[], byte[]> open = producer;
        if (open == null) {
            throw new IllegalStateException("not started");
        }
        EmbeddedKafka.send(open, record);
    }

    private String url() {
        RunningHistory history = running;
        if (history == null) {
            throw new IllegalStateException("not started");
        }
        return history.url();
    }

    private static Result run(String url, String... arguments) {
        List<String> all = new ArrayList<>(List.of("query", "--url", url, "history"));
        all.addAll(List.of(arguments));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = PathproofCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
        return new Result(code, out.toString(), err.toString());
    }

    private String table(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("-o", "table"));
        return run(url(), all.toArray(String[]::new)).ok();
    }

    private static String last(String text) {
        return text.lines().reduce((first, second) -> second).orElse("");
    }

    @Test
    void theLifeOfAPrefixTellsSinceWhenAndWhyItIsInvalid() {
        JsonNode life = JsonMapper.shared()
                .readTree(run(url(), "prefix", "192.0.2.0/24", "--window", "10m", "-o", "json")
                        .ok());
        assertThat(life.get("changes")).hasSize(3);
        String since = life.at("/changes/1/timestamp").asString();
        assertThat(life.at("/changes/1/state").asString()).isEqualTo("NOT_VALID");

        String text = table("prefix", "192.0.2.0/24", "--window", "10m");

        assertThat(text)
                .contains("192.0.2.0/24 from 192.0.2.11 at r1 is NOT_VALID (signature-mismatch, AS 64500) since "
                        + since);
        assertThat(text).contains("192.0.2.128/25 from 192.0.2.11 at r1 is origin invalid (AS 64666) since 20");
        assertThat(table("prefix", "203.0.113.0/24", "--match", "exact", "--from", middle.toString()))
                .startsWith("Routes at " + middle.toString().substring(0, 19))
                .contains("withdrawn")
                .contains("no route of these is NOT_VALID or invalid at ");
    }

    @Test
    void aFaultFromBeforeThePeriodIsAtLeastAsOldAsItsLastChange() {
        String from = Instant.now().toString();
        await().until(() -> Instant.now().isAfter(Instant.parse(from).plusMillis(2)));

        assertThat(last(table("prefix", "192.0.2.0/24", "--match", "exact", "--from", from)))
                .contains("is NOT_VALID (signature-mismatch, AS 64500) since at least 20");
    }

    @Test
    void anAnswerThatIsCutNamesNoFault() {
        assertThat(table("prefix", "192.0.2.0/24", "--limit", "1"))
                .contains("there are more rows; a larger --limit shows more")
                .doesNotContain("is NOT_VALID");
    }

    @Test
    void changesAreCountedByKind() {
        assertThat(table("changes", "--window", "10m", "--router", "r1"))
                .containsPattern(
                        "7 changes from .* to .*: 3 announced, 3 path-changed, 1 revalidated; 1 turned NOT_VALID");
        assertThat(table("changes", "--state", "NOT_VALID", "--was-state", "VALID", "--peer", "AS65011"))
                .contains("1 changes from ");
        assertThat(table("changes", "--cause", "session", "--kind", "withdrawn"))
                .contains("203.0.113.0/24");
        assertThat(table("changes", "--rule", "signature-mismatch", "--asn", "64500", "--origin-as", "64500"))
                .contains("signature-mismatch");
        assertThat(table("changes", "--origin", "invalid", "--path", "65011,64666"))
                .contains("192.0.2.128/25");
    }

    @Test
    void topNamesRoutersPeersAsesRulesAndPrefixes() {
        assertThat(table("top", "--by", "router")).containsPattern("r2 +2 +1 +1 ");
        assertThat(table("top", "--window", "10m")).containsPattern("r1 +192\\.0\\.2\\.11 +7 ");
        assertThat(table("top", "--by", "asn")).containsPattern("AS 64500 +1 +1");
        assertThat(table("top", "--by", "rule")).containsPattern("signature-mismatch +1 +1");
        assertThat(table("top", "--by", "prefix")).containsPattern("198\\.51\\.100\\.0/24 +4 +0 +0 +1");
        assertThat(table("flaps")).isEqualTo(table("top", "--by", "prefix"));
        assertThat(table("top", "--to", "2001-01-01T00:00:00Z")).startsWith("no changes from 2000-12-31");
    }

    @Test
    void coverageHasATrend() {
        String to = Instant.now().plusSeconds(120).toString();
        String text = table("coverage", "--from", middle.minusSeconds(120).toString(), "--to", to, "--step", "1m");

        assertThat(last(text.replaceAll("(?m)^changes before.*\\R", "")))
                .matches("trend: routes \\d+ to 3, signed .* to 33\\.3 % \\(.* points\\), origin valid .*");
        assertThat(table("coverage", "--by", "router", "--step", "1h", "--to", to))
                .contains("trend of r1: ");
    }

    @Test
    void aTableAtATimeHasItsRoutes() {
        assertThat(table("table", "--router", "r2", "--at", middle.toString())).contains("203.0.113.0/24", "VALID");
        assertThat(table("table", "--router", "r2")).doesNotContain("203.0.113.0/24");
        assertThat(table("table", "--peer", "192.0.2.11", "--state", "NOT_VALID"))
                .contains("192.0.2.0/24");
    }

    @Test
    void sessionsAndStatusArePrinted() {
        assertThat(table("sessions", "--router", "r2").lines().toList())
                .satisfiesExactly(
                        titles -> assertThat(titles).startsWith("TIME"),
                        down -> assertThat(down).contains("r2", "192.0.2.21", "DOWN"),
                        up -> assertThat(up).contains("UP"),
                        warning -> assertThat(warning).startsWith("changes before "));
        assertThat(table("status")).containsPattern("complete +true").containsPattern("live_routes +\\d");
    }

    @Test
    void csvAndNdjsonAreThoseOfTheService() {
        Result csv = run(url(), "changes", "--format", "csv", "--limit", "2", "-o", "table");
        assertThat(csv.ok().lines()).hasSize(3);
        assertThat(csv.out()).startsWith("timestamp,kind,cause,session,router_name");
        assertThat(csv.err()).contains("there are more rows; a larger --limit shows more");
        Result lines = run(url(), "top", "--by", "router", "--format", "ndjson");
        assertThat(lines.ok().lines())
                .hasSize(2)
                .allSatisfy(
                        line -> assertThat(JsonMapper.shared().readTree(line).has("changes"))
                                .isTrue());
        assertThat(lines.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "changes --router nobody | parameter router 'nobody' is no router of the history",
                "changes --from yesterday | parameter from 'yesterday' is not a time of RFC 3339, such as",
                "changes --window 10 | parameter window '10' is not a duration, such as 30s, 10m, 24h or 7d",
                "prefix 192.0.2.1/24 | parameter prefix '192.0.2.1/24' has bits after its length",
                "table | parameter router is missing: name a router or a peer",
                "top --by prefix --router r1 | parameters router and peer do not apply to by=prefix",
                "changes --format xml | Invalid value for option '--format'",
                "prefix | Missing required parameter: 'PREFIX'",
            })
    void errorsNameTheFault(String arguments, String fault) {
        Result result = run(url(), arguments.split(" ", -1));

        assertThat(result.code()).isEqualTo(CANNOT_RUN);
        assertThat(result.err()).contains(fault);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void aServiceThatIsAwayIsNamedWithItsUrl() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        Result result = run("http://127.0.0.1:" + free, "status");

        assertThat(result.code()).isEqualTo(CANNOT_RUN);
        assertThat(result.err()).contains("http://127.0.0.1:" + free + " cannot be reached");
    }

    @Test
    void aHistoryThatIsNotReadySaysSo(@TempDir Path folder) {
        // Nothing listens on the port of this Kafka, so the history cannot read the records from before its start.
        try (RunningHistory unready =
                new RunningHistory(kafka, folder, "pathproof.kafka.bootstrap-servers=127.0.0.1:1")) {
            assertThat(unready.bean(WriterStatus.class).isComplete()).isFalse();
            Result result = run(unready.url(), "changes", "--window", "10m");

            assertThat(result.code()).isEqualTo(PROBLEM_FOUND);
            assertThat(result.err()).contains("the history");
            assertThat(run(unready.url(), "status").ok()).contains("\"complete\":false");
        }
    }
}
