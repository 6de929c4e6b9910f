// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Tests that every error is a problem (RFC 9457), even if Spring or Tomcat finds the error. */
final class ErrorsTest {
    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND");

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(
                "pathproof.policy-api.http.allowed-hosts=pathproof.example:8443,*.lab.example",
                "pathproof.policy-api.event-heartbeat=200ms");
        api.rpki().replace(List.of(new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64496)));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    static List<String> operations() {
        return List.of(
                "/api/v1/validity/AS64496/203.0.113.0/24",
                "/validity?asn=1&prefix=10.0.0.0/8",
                "/api/v1/routes",
                "/api/v1/sessions",
                "/api/v1/routers",
                "/api/v1/keys",
                "/api/v1/vrps",
                "/api/v1/summary",
                "/api/v1/health",
                "/api/v1/nothing",
                "/api/v1/export/frr",
                "/api/v1/events",
                "/v3/api-docs",
                "/actuator/health",
                "/actuator/prometheus",
                "/error",
                "/");
    }

    private static RawHttp.Answer ask(String method, String path, String headers) throws IOException {
        try (RawHttp http = new RawHttp(api)) {
            return http.send(method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" + headers
                            + "\r\n")
                    .head(method.equals("HEAD") || path.equals("/api/v1/events") && method.equals("GET"));
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void answersAMultipartWithoutBoundary(String path) throws IOException {
        RawHttp.Answer plain = ask("GET", path, "");
        RawHttp.Answer multipart = ask("GET", path, "Content-Type: multipart/form-data\r\n");
        assertThat(multipart.status()).isEqualTo(plain.status()).isNotEqualTo(500);
        RawHttp.Answer post = ask("POST", path, "Content-Type: multipart/form-data\r\nContent-Length: 0\r\n");
        assertThat(post.status()).isIn(404, 405, 415);
        assertThat(post.isProblem()).as(post.head()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void allowsExactlyTheMethodsOfOptions(String path) throws IOException {
        RawHttp.Answer options = ask("OPTIONS", path, "");
        Set<String> allowed = allowed(options);
        for (String method : METHODS) {
            RawHttp.Answer answer = ask(method, path, "Content-Length: 0\r\n");
            if (allowed.contains(method)) {
                assertThat(answer.status())
                        .as(method + " " + path + " is allowed")
                        .isNotIn(405, 500, 501);
            } else {
                assertThat(answer.status())
                        .as(method + " " + path + " is not among " + allowed)
                        .isIn(404, 405);
                assertThat(answer.isProblem()).as(answer.head()).isTrue();
                if (answer.status() == 405) {
                    assertThat(allowed(answer))
                            .as(method + " " + path)
                            .isNotEmpty()
                            .doesNotContain(method);
                }
            }
        }
    }

    private static Set<String> allowed(RawHttp.Answer answer) {
        Set<String> methods = new TreeSet<>();
        for (String line : answer.head().split("\r\n")) {
            if (line.startsWith("allow: ")) {
                Arrays.stream(line.substring(7).toUpperCase(Locale.ROOT).split(","))
                        .map(String::strip)
                        .forEach(methods::add);
            }
        }
        return methods;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | GET /a b HTTP/1.1",
                "400 | GET /<script> HTTP/1.1",
                "400 | G\u0001T / HTTP/1.1",
                "400 | GET /%00 HTTP/1.1",
                "400 | GET /api/v1/routes?state=%zz HTTP/1.1",
                "400 | GET /api/v1/validity/AS1/%ff HTTP/1.1",
                "505 | GET / HTTP/7.1",
                "404 | GET /error HTTP/1.1",
                "405 | TRACE / HTTP/1.1",
                "405 | PROPFIND /api/v1/routes HTTP/1.1",
                "404 | GET /api/v1/routes/ HTTP/1.1",
            })
    void refusalsOfTomcatAreProblems(int status, String line) throws IOException {
        assertRefused(status, line + "\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | GET | Connection: close",
                "400 | GET | Host: a;Host: b",
                "400 | GET | Host: 127.0.0.1;X: long",
                "501 | POST | Host: 127.0.0.1;Transfer-Encoding: x",
                "400 | GET | Host: 127.0.0.1;X: a; b",
                "400 | GET | Host: 127.0.0.1;X: a;\tb;Y: c",
                "400 | GET | Host: 127.0.0.1;X:;  a",
                "400 | GET | X: a; b; c;Host: 127.0.0.1",
                "400 | GET | Host: 127.0.0.1;Authorization: Bearer; abcdefgh",
            })
    void invalidHeadersAreProblems(int status, String method, String headers) throws IOException {
        String lines = headers.replace(";", "\r\n").replace("long", "x".repeat(20_000));
        assertRefused(status, method + " / HTTP/1.1\r\nConnection: close\r\n" + lines + "\r\n\r\n");
    }

    private static void assertRefused(int status, String request) throws IOException {
        try (RawHttp http = new RawHttp(api)) {
            RawHttp.Answer answer = http.send(request).answer();
            assertThat(answer.status()).as(answer.head() + answer.body()).isEqualTo(status);
            assertThat(answer.isProblem()).as(answer.head() + answer.body()).isTrue();
            assertThat(answer.body()).contains("\"status\":" + status).doesNotContainIgnoringCase("tomcat");
            assertThat(answer.head()).doesNotContain("\r\nserver:");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "406 | GET | /api/v1/routes | Accept: text/html",
                "406 | GET | /api/v1/summary | Accept: application/x-ndjson",
                "415 | POST | /validity | Content-Type: text/plain",
                "415 | POST | /validity | Content-Type: application/x-www-form-urlencoded",
                "406 | GET | /validity?asn=1 | Accept: text/plain",
                "404 | GET | /nothing | Accept: text/html",
            })
    void errorsAreProblemsForEveryAcceptHeader(int status, String method, String path, String header)
            throws IOException {
        RawHttp.Answer answer = ask(method, path, header + "\r\nContent-Length: 0\r\n");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.isProblem()).as(answer.head() + answer.body()).isTrue();
        assertThat(answer.body()).contains("\"instance\":\"" + path.replaceAll("\\?.*", ""));
    }

    @Test
    void answersHeadForAStream() throws IOException {
        assertThat(ask("HEAD", "/api/v1/events", "").status()).isEqualTo(200);
        assertThat(ask("HEAD", "/api/v1/routes", "Accept: application/x-ndjson\r\n")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | 127.0.0.1:8080",
                "200 | 203.0.113.9",
                "200 | [::1]:8080",
                "200 | localhost",
                "200 | LOCALHOST.:8080",
                "200 | pathproof.example",
                "200 | r1.lab.example:80",
                "421 | lab.example",
                "421 | attacker.example:8080",
                "421 | 127.0.0.1.attacker.example",
                "421 | xlocalhost",
                "421 | pathproof.example.attacker.example",
            })
    void refusesAForeignHost(int status, String host) throws IOException {
        try (RawHttp http = new RawHttp(api)) {
            RawHttp.Answer answer = http.send("GET /api/v1/summary HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                    .answer();
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.isProblem()).isEqualTo(status == 421);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "attacker.example:8080 | add attacker.example to pathproof.policy-api.http.allowed-hosts",
                "ATTACKER.example.     | add attacker.example to pathproof.policy-api.http.allowed-hosts",
                "a@b                   | add the host name, without a port, to pathproof.policy-api.http.allowed-hosts",
            })
    void namesTheSettingThatAdmitsAHost(String host, String remedy) throws IOException {
        try (RawHttp http = new RawHttp(api)) {
            RawHttp.Answer answer = http.send("GET /api/v1/summary HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                    .answer();
            assertThat(answer.status()).isIn(400, 421);
            if (answer.status() == 421) {
                assertThat(answer.body()).contains(remedy);
            }
        }
    }

    /** A page at an IP literal, on another port, or of a browser extension is foreign. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | localhost:8080    | http://localhost:8080",
                "200 | LOCALHOST:8080    | http://localhost:8080",
                "200 | 192.0.2.1:8080    | http://192.0.2.1:8080",
                "200 | 192.0.2.1         | http://192.0.2.1",
                "200 | 192.0.2.1         | https://192.0.2.1",
                "200 | 192.0.2.1:443     | https://192.0.2.1",
                "200 | [2001:db8::1]:80  | http://[2001:db8::1]",
                "200 | 127.0.0.1         | https://pathproof.example",
                "200 | 127.0.0.1         | https://r1.lab.example:8443",
                "403 | 127.0.0.1         | https://attacker.example",
                "403 | 127.0.0.1         | https://pathproof.example.attacker.example",
                "403 | 127.0.0.1         | https://attacker.example/pathproof.example",
                "403 | 127.0.0.1         | https://pathproof.example@attacker.example",
                "403 | 127.0.0.1         | null",
                "403 | 127.0.0.1         | ://",
                "403 | 127.0.0.1         | ://pathproof.example",
                "403 | 127.0.0.1         | pathproof.example",
                "403 | 192.0.2.1:8080    | http://192.0.2.2:8080",
                "403 | 192.0.2.1:8080    | http://192.0.2.1:8081",
                "403 | 192.0.2.1:8080    | http://192.0.2.1",
                "403 | localhost:8080    | http://localhost:3000",
                "403 | localhost:8080    | http://127.0.0.1:8080",
                "403 | localhost:8080    | http://x.localhost:8080",
                "403 | [2001:db8::1]:80  | http://[2001:db8::2]",
                "403 | 127.0.0.1         | chrome-extension://pathproof.example",
                "403 | 127.0.0.1         | moz-extension://127.0.0.1",
                "403 | 127.0.0.1         | file://",
                "403 | 127.0.0.1         | http://127.0.0.1, http://attacker.example",
            })
    void refusesAPageOfAForeignOrigin(int status, String host, String origin) throws IOException {
        try (RawHttp http = new RawHttp(api)) {
            RawHttp.Answer answer = http.send(
                            "GET /api/v1/summary HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + origin + "\r\n\r\n")
                    .answer();
            assertThat(answer.status()).isEqualTo(status);
        }
    }

    @Test
    void refusesTwoOrigins() throws IOException {
        String own = "Origin: http://127.0.0.1\r\n";
        assertThat(ask("GET", "/api/v1/summary", own).status()).isEqualTo(200);
        assertThat(ask("GET", "/api/v1/summary", own + "Origin: http://attacker.example\r\n")
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://pathproof.example", "pathproof.example/", "a b", "*x.example", "a.*.example"})
    void refusesASettingThatIsNoHostName(String name) {
        assertThatThrownBy(() -> new HostNames(List.of(name)))
                .hasMessageContaining("pathproof.policy-api.http.allowed-hosts has \"" + name + "\"");
    }
}
