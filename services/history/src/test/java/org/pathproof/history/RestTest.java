// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.StreamSupport;
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
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.history.engine.Upkeep;
import org.pathproof.history.web.HistoryEndpoints;
import tools.jackson.databind.JsonNode;

/** The answers of the REST interface about a short story of five routes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RestTest {
    private static final Path PAGE = Path.of("../../docs/reference/history-api.md");

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();

    private @Nullable RunningHistory running;
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    /** A time after the first two routes, and before all other changes. */
    private Instant middle = Instant.EPOCH;

    @BeforeAll
    void tellTheStory(@TempDir Path folder) throws Exception {
        // Flaps are counted by hour.
        await().atMost(Duration.ofMinutes(2))
                .until(() -> LocalTime.now(ZoneOffset.UTC)
                        .plusMinutes(1)
                        .truncatedTo(ChronoUnit.HOURS)
                        .equals(LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.HOURS)));
        kafka.createTopics(RandomHistory.PARTITIONS, Topics.VERDICTS);
        kafka.createTopics(1, Topics.SESSIONS);
        producer = kafka.producer();
        RunningHistory history = new RunningHistory(kafka, folder).awaitComplete();
        running = history;
        putSession(11, State.UP, 1, 0);
        putSession(21, State.UP, 1, 0);
        put(Records.key("192.0.2.0/24", 11), PathState.VALID, OriginState.ORIGIN_VALID, 65_011, 64_500);
        put(Records.key("192.0.2.0/24", 21), PathState.VALID, OriginState.ORIGIN_VALID, 65_021, 64_500);
        history.awaitRead();
        middle = Instant.now();
        // Times of records have milliseconds.
        await().until(() -> Instant.now().isAfter(middle.plusMillis(2)));
        put(Records.key("192.0.0.0/16", 11), PathState.UNSIGNED, OriginState.ORIGIN_NOT_FOUND, 65_011, 64_501);
        put(Records.key("192.0.2.128/25", 11), PathState.NOT_VALID, OriginState.ORIGIN_INVALID, 65_011, 64_666);
        put(Records.key("198.51.100.0/24", 11), PathState.UNSIGNED, OriginState.ORIGIN_VALID, 65_011, 64_502);
        put(Records.key("2001:db8::/32", 21), PathState.VALID, OriginState.ORIGIN_VALID, 65_021, 64_500);
        put(Records.key("192.0.2.0/24", 11), PathState.NOT_VALID, OriginState.ORIGIN_VALID, 65_011, 64_500);
        for (int i = 0; i < 4; i++) {
            put(Records.key("203.0.113.0/24", 21), PathState.UNSIGNED, OriginState.ORIGIN_VALID, 65_021, 64_510 + i);
        }
        putSession(21, State.DOWN, 2, 2);
        send(Topics.VERDICTS, Records.key("203.0.113.0/24", 21), null);
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

    private RunningHistory history() {
        RunningHistory history = running;
        if (history == null) {
            throw new IllegalStateException("not started");
        }
        return history;
    }

    private void put(RouteKey key, PathState state, OriginState origin, Integer... path) {
        send(Topics.VERDICTS, key, Records.verdict(state, origin, 1, List.of(path)));
    }

    private void send(String topic, RouteKey key, @Nullable Verdict verdict) {
        byte[] bytes = key.toBytes();
        send(new ProducerRecord<>(
                topic, PrefixPartitioner.partition(bytes, RandomHistory.PARTITIONS), bytes, Records.bytes(verdict)));
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

    private static List<String> rows(JsonNode rows, String... names) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> String.join(
                        " ",
                        List.of(names).stream()
                                .map(name -> row.get(name).isNull()
                                        ? "null"
                                        : row.get(name).asString())
                                .toList()))
                .toList();
    }

    @Test
    void theLifeOfAPrefixHasCoveringAndMoreSpecificPrefixes() {
        JsonNode life = history().json("/api/v1/history/prefix?prefix=192.0.2.0/24&window=1h");
        assertThat(rows(
                        life.get("changes"),
                        "kind",
                        "cause",
                        "prefix",
                        "prefix_len",
                        "router_name",
                        "state",
                        "was_state"))
                .containsExactly(
                        "announced update 192.0.2.0 24 r1 VALID null",
                        "announced update 192.0.2.0 24 r2 VALID null",
                        "announced update 192.0.0.0 16 r1 UNSIGNED null",
                        "announced update 192.0.2.128 25 r1 NOT_VALID null",
                        "revalidated unknown 192.0.2.0 24 r1 NOT_VALID VALID");
        assertThat(life.get("truncated").asBoolean()).isFalse();
        assertThat(rows(
                        history()
                                .json("/api/v1/history/prefix?prefix=192.0.2.0/24&match=exact&router=r1")
                                .get("changes"),
                        "state",
                        "rules",
                        "asn"))
                .containsExactly("VALID null null", "NOT_VALID signature-mismatch 64500");
    }

    @Test
    void theLifeOfAPrefixBeginsWithItsStateAtTheStart() {
        JsonNode life = history().json("/api/v1/history/prefix?prefix=192.0.2.0/24&match=exact&from=" + middle);
        assertThat(rows(life.get("routes_at_start"), "router_name", "state")).containsExactly("r1 VALID", "r2 VALID");
        assertThat(rows(life.get("changes"), "router_name", "state")).containsExactly("r1 NOT_VALID");
    }

    @ParameterizedTest
    @CsvSource({
        "router=10.0.0.2, 7",
        "peer=65021, 7",
        "peer=AS65011&state=NOT_VALID, 2",
        "asn=64666, 1",
        "rule=signature-mismatch, 2",
        "kind=withdrawn&cause=session, 1",
        "was_state=VALID, 1",
        "origin=invalid, 1",
        "path=65021%2064511, 1",
        "origin_as=64500, 4",
        "limit=3, 3",
    })
    void changesAreFiltered(String filter, int expected) {
        JsonNode changes = history().json("/api/v1/history/changes?" + filter);
        assertThat(changes.get("changes")).hasSize(expected);
    }

    @Test
    void theNewestChangeIsTheFirst() {
        JsonNode newest = history().json("/api/v1/history/changes?limit=1");
        assertThat(rows(newest.get("changes"), "kind", "prefix", "was_state"))
                .containsExactly("withdrawn 203.0.113.0 UNSIGNED");
        assertThat(newest.get("truncated").asBoolean()).isTrue();
    }

    @Test
    void topListsCountChanges() {
        assertThat(rows(history().json("/api/v1/history/top?by=router").get("top"), "router_name", "changes"))
                .containsExactly("r2 7", "r1 5");
        assertThat(rows(
                        history().json("/api/v1/history/top?by=peer").get("top"),
                        "peer_ip",
                        "turned_not_valid",
                        "turned_origin_invalid"))
                .containsExactly("192.0.2.21 0 0", "192.0.2.11 2 1");
        assertThat(rows(history().json("/api/v1/history/top?by=asn").get("top"), "asn", "turned_not_valid"))
                .containsExactly("64500 1", "64666 1");
        assertThat(rows(history().json("/api/v1/history/top?by=rule").get("top"), "rule", "turned_not_valid"))
                .containsExactly("signature-mismatch 2");
        assertThat(rows(history().json("/api/v1/history/flaps").get("flaps"), "prefix", "changes", "withdrawn"))
                .containsExactly("203.0.113.0 5 1", "192.0.2.0 3 0");
    }

    @Test
    void coverageEndsWithThePresentNumbers() {
        JsonNode points =
                history().json("/api/v1/history/coverage?window=1h&step=10m").get("points");
        assertThat(points).hasSize(7);
        assertThat(rows(points, "routes").getFirst()).isEqualTo("0");
        JsonNode last = history()
                .json("/api/v1/history/coverage?window=1h&step=10m&by=router&to="
                        + Instant.now().plusSeconds(120))
                .get("points");
        List<String> ends = rows(last, "group", "routes", "valid", "not_valid", "unsigned", "origin_valid");
        assertThat(ends.subList(ends.size() - 2, ends.size())).containsExactly("r1 4 0 2 2 2", "r2 2 2 0 0 2");
    }

    @Test
    void aTableAtATimeHonoursTheEndOfSessions() {
        assertThat(rows(
                        history()
                                .json("/api/v1/history/table?router=r2&at=" + middle)
                                .get("routes"),
                        "prefix",
                        "state"))
                .containsExactly("192.0.2.0 VALID");
        // The session has ended: no routes, although only one was withdrawn.
        assertThat(history().json("/api/v1/history/table?router=r2").get("routes"))
                .isEmpty();
        assertThat(rows(
                        history()
                                .json("/api/v1/history/table?router=r1&state=NOT_VALID")
                                .get("routes"),
                        "prefix",
                        "origin"))
                .containsExactly("192.0.2.0 valid", "192.0.2.128 invalid");
    }

    @Test
    void sessionsHaveEvents() {
        assertThat(rows(
                        history().json("/api/v1/history/sessions?router=r2").get("events"),
                        "state",
                        "epoch",
                        "dead_before"))
                .containsExactly("DOWN 2 2", "UP 1 0");
    }

    @Test
    void csvAndNdjsonHaveTheRows() {
        String csv = history()
                .get("/api/v1/history/prefix?prefix=198.51.100.0/24&match=exact", "text/csv")
                .body();
        assertThat(csv.lines()).hasSize(2);
        assertThat(csv.lines().toList().getFirst()).startsWith("timestamp,kind,cause,session,router_name");
        assertThat(csv.lines().toList().getLast())
                .contains(",198.51.100.0,24,UNSIGNED,valid,")
                .contains("65011 64502");
        String lines = history()
                .get("/api/v1/history/changes?router=r2", "application/x-ndjson")
                .body();
        assertThat(lines.lines()).hasSize(7).allMatch(line -> line.startsWith("{\"timestamp\":"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/history/prefix | parameter prefix is missing",
                "/api/v1/history/prefix?prefix=192.0.2.1/24 | parameter prefix '192.0.2.1/24' has bits after its length",
                "/api/v1/history/changes?form=x | unknown parameter 'form'; parameters of this operation: asn, aspa,",
                "/api/v1/history/changes?state=BAD | parameter state 'BAD' is none of UNVERIFIED, VALID,",
                "/api/v1/history/changes?router=nobody | parameter router 'nobody' is no router of the history",
                "/api/v1/history/changes?from=yesterday | parameter from 'yesterday' is not a time of RFC 3339",
                "/api/v1/history/changes?window=1y | parameter window '1y' is not a duration, such as",
                "/api/v1/history/changes?window=500d | makes a period of more than 400 days",
                "/api/v1/history/changes?limit=0 | parameter limit '0' is not a whole number of 1..100000",
                "/api/v1/history/changes?limit=1&limit=2 | parameter limit is given 2 times",
                "/api/v1/history/changes?format=xml | parameter format 'xml' is none of json, ndjson, csv",
                "/api/v1/history/table | parameter router is missing",
                "/api/v1/history/table?router=r1&at=2001-01-01T00:00:00Z | parameter at '2001-01-01T00:00:00Z' is before",
                "/api/v1/history/coverage?step=90s | parameter step '90s' is no multiple of 1m",
                "/api/v1/history/changes?rule=%27%3Bdrop | is not the name of a rule",
            })
    void errorsNameTheParameter(String path, String detail) {
        var response = history().get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(response.body()).contains(detail);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @Test
    void otherPathsAreNotFound() {
        assertThat(history().get("/api/v1/history/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void thePageDescribesEveryOperation() throws IOException {
        String page = Files.readString(PAGE, StandardCharsets.UTF_8);
        assertThat(HistoryEndpoints.PATHS).allSatisfy(path -> assertThat(page).contains("`GET " + path + "`"));
    }

    @Test
    void healthAndMetricsAreThere() {
        assertThat(history().json("/actuator/health").get("status").asString()).isEqualTo("UP");
        assertThat(history().get("/actuator/prometheus", "text/plain").body())
                .contains("pathproof_history_changes_total 12.0")
                .contains("pathproof_history_live_routes 6.0");
        JsonNode status = history().json("/api/v1/history/status");
        assertThat(status.get("complete").asBoolean()).isTrue();
        assertThat(status.get("live_routes").asLong()).isEqualTo(6);
    }
}
