// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.access.ApiToken;
import org.pathproof.policyapi.RunningApi;

/** Tests that chunked bodies (RFC 9112, section 7.1) which cannot be decoded are the fault of the client. */
final class BodyEncodingTest {
    private static final String TOKEN = ApiToken.create();

    private static final Map<String, String> BODIES = Map.ofEntries(
            Map.entry("long extension", "1;" + "a".repeat(9_000) + "\r\n{\r\n0\r\n\r\n"),
            Map.entry("long trailer", "1\r\n{\r\n0\r\nA: " + "a".repeat(9_000) + "\r\n\r\n"),
            Map.entry("many trailers", "1\r\n{\r\n0\r\n" + "A: a\r\n".repeat(3_000) + "\r\n"),
            Map.entry("no hexadecimal size", "zz\r\n{\r\n0\r\n\r\n"),
            Map.entry("empty size", "\r\n{\r\n0\r\n\r\n"),
            Map.entry("negative size", "-1\r\n{\r\n0\r\n\r\n"),
            Map.entry("size of 17 digits", "11111111111111111\r\n{\r\n0\r\n\r\n"),
            Map.entry("size of 8 digits", "ffffffff\r\n{\r\n0\r\n\r\n"),
            Map.entry("no line break after a chunk", "1\r\n{}}\r\n0\r\n\r\n"),
            Map.entry("line feeds only", "1\n{\n0\n\n"),
            Map.entry("two carriage returns", "1\r\r\n{\r\n0\r\n\r\n"),
            Map.entry("control character in an extension", "1;a=\u0001\r\n{\r\n0\r\n\r\n"),
            Map.entry("trailer without a colon", "1\r\n{\r\n0\r\nA\r\n\r\n"),
            Map.entry("control character in a trailer", "1\r\n{\r\n0\r\nA: \u0001\r\n\r\n"));

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(
                "pathproof.api.tokens[0].name=test",
                "pathproof.api.tokens[0].role=admin",
                "pathproof.api.tokens[0].hash=" + ApiToken.hash(TOKEN));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    static List<String> operations() {
        return List.of(
                "POST /validity application/json",
                "POST /api/v1/validity application/json",
                "POST /api/v1/verify?target_as=1 text/plain",
                "POST /api/v1/export/frr text/plain",
                "POST /api/v1/feeds/preview application/json",
                "PUT /api/v1/feeds/policy application/json",
                "POST /api/v1/nothing application/json");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aWrongEncodingIsTheFaultOfTheClient(String operation) throws IOException {
        String[] words = operation.split(" ", 3);
        for (Map.Entry<String, String> body : BODIES.entrySet()) {
            try (RawHttp http = new RawHttp(api)) {
                RawHttp.Answer answer = http.send(words[0] + " " + words[1]
                                + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer " + TOKEN
                                + "\r\nContent-Type: " + words[2] + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + body.getValue())
                        .answer();
                assertThat(answer.status())
                        .as(operation + ", " + body.getKey() + ": " + answer.body())
                        .isBetween(400, 499);
                assertThat(answer.isProblem())
                        .as(operation + ", " + body.getKey())
                        .isTrue();
            }
        }
    }
}
