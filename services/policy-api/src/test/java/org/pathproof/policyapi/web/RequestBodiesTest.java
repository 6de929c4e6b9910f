// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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

    @Test
    void oneAddressCannotTakeAllPlaces() throws IOException {
        List<RawHttp> stuck = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                stuck.add(new RawHttp(api).send(POST + "Content-Length: 1000\r\n\r\n{"));
            }
            await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> {
                HttpResponse<String> refused = api.get("/api/v1/summary");
                assertThat(refused.statusCode()).isEqualTo(429);
                assertThat(refused.headers().firstValue("Retry-After")).isPresent();
                assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
            });
            assertThat(api.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
        } finally {
            for (RawHttp http : stuck) {
                http.close();
            }
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> api.get("/api/v1/summary").statusCode() == 200);
    }
}
