// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.cli.PathproofCommand;

/** Tests requests, output and exit codes of the command against an HTTP server with given responses. */
final class QueryCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private final List<String> tokens = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> answers = new HashMap<>();
    private int status = 200;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String uri = exchange.getRequestURI().toString();
            requests.add(exchange.getRequestHeaders().getFirst("Accept") + " " + uri);
            tokens.add(exchange.getRequestHeaders()
                    .getOrDefault("Authorization", List.of("none"))
                    .getFirst());
            exchange.getResponseHeaders().set("Pathproof-Serial", "0a0b");
            byte[] body = answers.getOrDefault(uri, "{}").getBytes(UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private int query(String... arguments) {
        List<String> all = new ArrayList<>(List.of("query", "--url", url()));
        all.addAll(List.of(arguments));
        return PathproofCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
    }

    @Test
    void sendsTheTokenOfAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "pathproof_abc-_1\n");
        assertThat(query("--token", file.toString(), "summary", "-o", "json")).isZero();
        assertThat(query("summary", "--token", file.toString())).isZero();
        assertThat(query("summary")).isZero();
        assertThat(tokens).containsExactly("Bearer pathproof_abc-_1", "Bearer pathproof_abc-_1", "none");
    }

    @Test
    void namesAFileThatHoldsNoToken(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "two words\n");
        assertThat(query("summary", "--token", file.toString())).isEqualTo(2);
        assertThat(query("summary", "--token", folder.resolve("absent").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("the file does not hold exactly one bearer token", "absent cannot be read");
        assertThat(tokens).isEmpty();
    }

    @Test
    void printsValidityUnchanged() {
        answers.put("/api/v1/validity?asn=AS64496&prefix=2001%3Adb8%3A%3A%2F32", "{\"validated_route\":{}}");
        assertThat(query("validity", "AS64496", "2001:db8::/32")).isZero();
        assertThat(out.toString()).isEqualTo("{\"validated_route\":{}}" + System.lineSeparator());
    }

    @Test
    void printsAnExportAndItsSerial(@TempDir Path folder) throws IOException {
        String uri = "/api/v1/export/junos?neighbor=192.0.2.1&since=0a&max_changes=5&force=true";
        answers.put(uri, "set policy-options prefix-list P 192.0.2.0/24\n");
        assertThat(query(
                        "export", "junos", "--neighbor", "192.0.2.1", "--since", "0a", "--max-changes", "5", "--force"))
                .isZero();
        assertThat(out.toString()).isEqualTo("set policy-options prefix-list P 192.0.2.0/24\n");
        assertThat(err.toString()).isEqualTo("serial 0a0b" + System.lineSeparator());
        Path config = Files.writeString(folder.resolve("config"), "x\n");
        assertThat(query("export", "frr", "--group", "a b", "--against", config.toString()))
                .isZero();
        assertThat(requests).containsExactly("*/* " + uri, "application/json /api/v1/export/frr?group=a%20b");
        status = 409;
        assertThat(query("export", "frr")).isEqualTo(2);
    }

    @Test
    void filtersOfRoutesBecomeParametersAndLinesAreStreamed() {
        String uri = "/api/v1/routes?prefix=10.0.0.0%2F8&match=covered&state=NOT_VALID%2CMALFORMED&asn=64496&limit=5";
        answers.put(uri, "{\"id\":\"a\"}\n{\"id\":\"b\"}\n");
        assertThat(query(
                        "routes",
                        "--prefix",
                        "10.0.0.0/8",
                        "--match",
                        "covered",
                        "--state",
                        "NOT_VALID,MALFORMED",
                        "--asn",
                        "64496",
                        "--limit",
                        "5"))
                .isZero();
        assertThat(out.toString()).isEqualTo("{\"id\":\"a\"}\n{\"id\":\"b\"}\n");
        assertThat(requests).containsExactly("application/x-ndjson " + uri);
    }

    @Test
    void aPathIsExplainedByIdOrByPrefix() {
        answers.put("/api/v1/routes/abc/explain", "{\"state\":\"VALID\"}");
        assertThat(query("path", "abc")).isZero();
        answers.put(
                "/api/v1/routes?prefix=10.0.0.0%2F8&router=r1",
                "{\"id\":\"abc\",\"x\":{\"id\":\"no\"}}\n{\"id\":\"d\"}\n");
        assertThat(query("path", "--prefix", "10.0.0.0/8", "--router", "r1")).isZero();
        assertThat(out.toString().lines()).containsExactly("{\"state\":\"VALID\"}", "{\"state\":\"VALID\"}", "{}");
        assertThat(requests.getLast()).endsWith("/api/v1/routes/d/explain");
    }

    @Test
    void noRouteIsExitCodeOne() {
        answers.put("/api/v1/routes?prefix=10.0.0.0%2F8", "");
        assertThat(query("path", "--prefix", "10.0.0.0/8")).isEqualTo(1);
        assertThat(err.toString()).contains("no route of prefix 10.0.0.0/8 matches");
        status = 404;
        answers.put("/api/v1/routes/abc/explain", "{\"detail\":\"there is no route abc now\"}");
        assertThat(query("path", "abc")).isEqualTo(1);
        assertThat(err.toString()).contains("there is no route abc now");
    }

    @Test
    void badHealthIsPrintedAndExitCodeOne() {
        status = 503;
        answers.put("/api/v1/health", "{\"status\":\"failing\"}");
        assertThat(query("health")).isEqualTo(1);
        assertThat(out.toString()).contains("failing");
    }

    /** REST ignores an empty parameter, so that the response would have the routes of all routers. */
    @Test
    void anEmptyOptionIsExitCodeTwo() {
        assertThat(query("routes", "--router", "")).isEqualTo(2);
        assertThat(err.toString()).contains("the value of --router is empty");
        assertThat(query("routes", "--origin-as", " ")).isEqualTo(2);
        assertThat(err.toString()).contains("the value of --origin-as is empty");
        assertThat(requests).isEmpty();
    }

    @Test
    void wrongUsageAndMissingServersAreExitCodeTwo() {
        status = 400;
        answers.put("/api/v1/keys?asn=x", "{\"detail\":\"parameter asn 'x' is not an AS number\"}");
        assertThat(query("keys", "--asn", "x")).isEqualTo(2);
        assertThat(err.toString()).contains("parameter asn 'x' is not an AS number");
        status = 500;
        answers.put("/api/v1/sessions", "<html>");
        assertThat(query("sessions")).isEqualTo(2);
        assertThat(err.toString()).contains("HTTP status 500");
        assertThat(query("path")).isEqualTo(2);
        assertThat(query()).isEqualTo(2);
        server.stop(0);
        assertThat(query("sessions")).isEqualTo(2);
        assertThat(err.toString()).contains("cannot be reached");
    }

    @Test
    void refusesAnInvalidUrl() {
        int code = PathproofCommand.commandLine()
                .setErr(new PrintWriter(err))
                .execute("query", "--url", "localhost:8080", "health");
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).contains("http://HOST:PORT");
    }

    @Test
    void acceptsAPrefixWithoutAnOption() {
        answers.put("/api/v1/routes?prefix=10.0.0.0%2F8", "{\"id\":\"d\"}\n");
        assertThat(query("path", "10.0.0.0/8")).isZero();
        assertThat(requests.getLast()).endsWith("/api/v1/routes/d/explain");
    }

    @Test
    void printsTablesOnATerminal() {
        answers.put("/api/v1/routes", """
                {"prefix":"192.0.2.0","prefix_len":24,"path_id":0,"router_name":"r1\\u001b[2J","peer_ip":"192.0.2.9","peer_asn":65001,\
                "view":"adj-rib-in-pre","as_path":[65001,64496],"validity":{"state":"NOT_VALID","origin":{"state":"valid"},\
                "findings":[{"rule":"signature-mismatch","hop":2}]}}
                """);
        assertThat(query("routes", "--output", "table")).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "PREFIX        STATE      ORIGIN  ROUTER  PEER       PEER AS  VIEW            AS PATH      FINDINGS",
                        "192.0.2.0/24  NOT_VALID  valid   r1\ufffd[2J  192.0.2.9  65001    adj-rib-in-pre  65001 64496  signature-mismatch hop 2");
    }

    @Test
    void printsSummaryRoutersAndVrps() {
        answers.put(
                "/api/v1/summary",
                "{\"routes\":5,\"states\":{\"VALID\":1},\"offenders\":[{\"asn\":64500,\"routes\":1}]}");
        assertThat(query("summary", "-o", "table")).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "NAME          VALUE",
                        "routes        5",
                        "states VALID  1",
                        "offenders     asn 64500 routes 1");
        answers.put(
                "/api/v1/vrps?prefix=10.0.0.0%2F8",
                "{\"total\":2,\"vrps\":[{\"asn\":1,\"prefix\":\"10.0.0.0/8\",\"max_length\":9}]}");
        assertThat(query("vrps", "10.0.0.0/8", "-o", "table")).isZero();
        assertThat(out.toString()).contains("1   10.0.0.0/8  9", "1 of 2 are shown");
        assertThat(query("routers")).isZero();
        assertThat(requests.getLast()).isEqualTo("application/json /api/v1/routers");
    }

    @Test
    void aUsageErrorIsOneLine() {
        assertThat(query("routes", "--nonsense")).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("pathproof query routes: ")
                .contains("--nonsense", "--help");
    }
}
