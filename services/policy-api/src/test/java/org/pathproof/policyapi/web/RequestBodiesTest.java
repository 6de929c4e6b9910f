// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Tests bodies that are too large, too slow or endless, and more concurrent requests than the limit. */
final class RequestBodiesTest {
    private static final String POST =
            "POST /validity HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
    private static final int MANY_CHUNKS = 8_000;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(
                "pathproof.policy-api.http.body-time=2s",
                "pathproof.policy-api.http.max-requests-per-address=4",
                "pathproof.policy-api.event-clients-per-address=3",
                "pathproof.policy-api.max-batch=500");
        api.rpki().replace(List.of(new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64496)));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    /** Sends up to 80 MB in chunks. The server must refuse the body long before the last chunk. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":{}},", "[],", "{\"asn\":1,\"prefix\":\"10.0.0.0/8\"},", "                "})
    void anEndlessBatchIsRefusedBeforeItIsRead(String element) throws IOException {
        byte[] chunk = element.repeat(10_000 / element.length()).getBytes(StandardCharsets.US_ASCII);
        int sent = 0;
        try (RawHttp http = new RawHttp(api)) {
            http.send(POST + "Transfer-Encoding: chunked\r\n\r\n");
            http.chunk("{\"routes\":[".getBytes(StandardCharsets.US_ASCII));
            while (sent < MANY_CHUNKS && !(sent % 50 == 0 && http.isAnswered(1))) {
                http.chunk(chunk);
                sent++;
            }
            RawHttp.Answer answer = http.answer();
            assertThat(answer.status()).as(answer.body()).isIn(400, 413);
            assertThat(answer.isProblem()).isTrue();
        } catch (IOException e) {
            // The server closes the connection after it has read a part of a refused body. A reset may arrive before
            // the response.
            assertThat(sent).as("chunks before " + e).isLessThan(MANY_CHUNKS / 2);
        }
        assertThat(api.get("/api/v1/summary").statusCode()).isEqualTo(200);
    }

    @Test
    void aBodyAboveTheLimitIs413() throws IOException {
        try (RawHttp http = new RawHttp(api)) {
            RawHttp.Answer declared =
                    http.send(POST + "Content-Length: 419430400\r\n\r\n").answer();
            assertThat(declared.status()).isEqualTo(413);
            assertThat(declared.isProblem()).isTrue();
            assertThat(declared.body()).contains("larger than 2097152 bytes");
        }
        HttpResponse<String> spaces = api.post("/api/v1/validity", "{\"routes\":[" + " ".repeat(2_200_000) + "]}");
        assertThat(spaces.statusCode()).isEqualTo(413);
    }

    @Test
    void refusedBodiesAreInTheAuditLog() throws IOException {
        try (AuditLines audit = new AuditLines()) {
            try (RawHttp http = new RawHttp(api)) {
                http.send(POST + "Content-Length: 419430400\r\n\r\n").answer();
            }
            api.post("/api/v1/validity", "{\"routes\":[" + " ".repeat(2_200_000) + "]}");
            api.post("/validity", "{\"routes\":[" + "{\"asn\":1,\"prefix\":\"10.0.0.0/8\"},".repeat(501) + "]}");
            String refused = "event=refused status=413 reason=too-large address=127.0.0.1 client=- method=POST path=";
            assertThat(audit.lines())
                    .containsExactly(refused + "/validity", refused + "/api/v1/validity", refused + "/validity");
        }
    }

    @Test
    void aBatchAboveTheLimitIs413() {
        HttpResponse<String> many = api.post(
                "/validity",
                "{\"routes\":[" + "{\"asn\":1,\"prefix\":\"10.0.0.0/8\"},".repeat(500)
                        + "{\"asn\":1,\"prefix\":\"10.0.0.0/8\"}]}");
        assertThat(many.statusCode()).isEqualTo(413);
        assertThat(many.body()).contains("more than 500 entries");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"routes\":[{\"asn\":1,\"prefix\":\"10.0.0.0/8\",\"x\":[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]}]}",
                "{\"routes\":[{\"asn\":11111111111111111111111111111111111111,\"prefix\":\"10.0.0.0/8\"}]}",
                "{\"routes\":[]} {}",
                "{\"routes\":[],\"routes\":[]}",
                "{\"routes\":[",
                "[]",
                "",
            })
    void aBatchOfAnotherFormIs400(String body) {
        HttpResponse<String> response = api.post("/validity", body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    /** Sends about three bytes per second. The whole body would take a week. */
    @Test
    void aSlowBodyIs408() throws IOException {
        try (AuditLines audit = new AuditLines();
                RawHttp http = new RawHttp(api)) {
            http.send(POST + "Content-Length: 2000000\r\n\r\n{\"routes\":[");
            while (!http.isAnswered(300)) {
                http.send(" ");
            }
            RawHttp.Answer answer = http.answer();
            assertThat(answer.status()).as(answer.body()).isEqualTo(408);
            assertThat(answer.isProblem()).isTrue();
            assertThat(audit.lines()).anyMatch(line -> line.startsWith("event=refused status=408 reason=body-time "));
        }
    }

    /** A body that arrives slowly holds no place, for any kind of request. */
    @ParameterizedTest
    @ValueSource(strings = {"/validity", "/api/v1/validity", "/api/v1/export/frr", "/api/v1/%65xport/frr"})
    void slowBodiesHoldNoPlaces(String path) throws IOException {
        List<RawHttp> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 12; i++) {
                String type = path.contains("xport") ? "text/plain" : "application/json";
                slow.add(new RawHttp("127.0.0." + (2 + i % 3), api.port())
                        .send("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: " + type
                                + "\r\nContent-Length: 1000\r\n\r\n{"));
            }
            for (int i = 0; i < 5; i++) {
                assertThat(api.get("/api/v1/summary").statusCode()).isEqualTo(200);
                assertThat(api.get("/api/v1/export/frr?neighbor=192.0.2.1").statusCode())
                        .as("no such neighbor")
                        .isEqualTo(404);
                assertThat(api.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
            }
        } finally {
            for (RawHttp http : slow) {
                http.close();
            }
        }
    }

    /** Streams by an encoded path count as streams, and hold no places of other requests. */
    @Test
    void streamsByAnEncodedPathCountAsStreams() throws IOException {
        List<RawHttp> streams = new ArrayList<>();
        try {
            for (int i = 0; i < 6; i++) {
                RawHttp stream = new RawHttp("127.0.0.2", api.port())
                        .send("GET /api/v1/%65vents HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
                streams.add(stream);
                assertThat(stream.head(i < 3).status()).as("stream " + i).isEqualTo(i < 3 ? 200 : 429);
            }
            assertThat(api.get("/api/v1/summary").statusCode()).isEqualTo(200);
        } finally {
            for (RawHttp http : streams) {
                http.close();
            }
        }
    }
}
