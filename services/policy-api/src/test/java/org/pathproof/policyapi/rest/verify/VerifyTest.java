// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.access.ApiToken;
import org.pathproof.cli.PathproofCommand;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.policyapi.web.RequestRefusedException;
import org.pathproof.policyapi.web.TimeBudget;
import org.pathproof.rpki.json.RpkiJsonReader;
import org.pathproof.updates.Request;
import org.pathproof.updates.Response;
import tools.jackson.databind.JsonNode;

/**
 * Tests validation on demand with the vectors of RFC 8208 and RFC 8608. The responses must equal those of {@code
 * pathproof verify}.
 */
final class VerifyTest {
    private static final Path VECTORS = Path.of("../../tools/cli/src/test/resources/org/pathproof/cli/verify");
    private static final Path KEYS = VECTORS.resolve("rfc-keys.json");
    private static final String TOKEN = ApiToken.create();
    private static final String PATH = "/api/v1/verify";

    private static RunningApi api;
    private static String update;

    @TempDir
    static Path folder;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(
                "pathproof.policy-api.max-verify=50",
                "pathproof.api.tokens[0].name=noc",
                "pathproof.api.tokens[0].role=operator",
                "pathproof.api.tokens[0].hash=" + ApiToken.hash(TOKEN));
        Files.writeString(folder.resolve("token"), TOKEN);
        update = RunningApi.parse(Files.readAllLines(VECTORS.resolve("rfc-updates.ndjson"))
                        .getFirst())
                .path("update")
                .asString();
        assertThat(post("?target_as=65537", "text/plain", update.getBytes(UTF_8))
                        .statusCode())
                .as("without an RPKI set")
                .isEqualTo(503);
        api.rpki().replace(RpkiJsonReader.read(KEYS, null).objects());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static HttpResponse<String> post(String query, String type, byte[] body, String... headers) {
        List<String> all = new ArrayList<>(List.of("Authorization", "Bearer " + TOKEN, "Content-Type", type));
        all.addAll(List.of(headers));
        return api.post(PATH + query, body, all.toArray(String[]::new));
    }

    private record Result(int code, String out, String err) {}

    private static Result cli(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = PathproofCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Result(code, out.toString(), err.toString());
    }

    private static Result query(String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                "query",
                "verify",
                "--url",
                api.uri("").toString(),
                "--token",
                folder.resolve("token").toString()));
        all.addAll(List.of(arguments));
        return cli(all.toArray(String[]::new));
    }

    private static String flipped() {
        return update.substring(0, update.length() - 1) + (update.endsWith("0") ? "1" : "0");
    }

    /** Returns the updates of the RFCs, and one line for each class of failure. */
    private static String batch() throws IOException {
        String line = "{\"id\":\"%s\",\"update\":\"%s\",\"target_as\":%d,\"peer_as\":%s}\n";
        return Files.readString(VECTORS.resolve("rfc-updates.ndjson")).strip() + "\n"
                + line.formatted("flipped", flipped(), 65537, "null")
                + line.formatted("other target", update, 65550, "null")
                + line.formatted("other peer", update, 65537, "65535")
                + line.formatted("loop", update, 64496, "null")
                + line.formatted("cut", update.substring(0, 60), 65537, "null")
                + line.formatted("end of RIB", "ff".repeat(16) + "00170200000000", 65537, "null")
                + "{\"id\":7,\"target_as\":1}\n\n[]\nnot JSON\n";
    }

    @Test
    void restAndCommandLineGiveTheSameAnswers() throws IOException {
        Path file = Files.writeString(folder.resolve("batch.ndjson"), batch());
        for (List<String> options : List.of(
                List.<String>of(),
                List.of("--explain"),
                List.of("--confederation-peer"),
                List.of("--transparent-peer", "--target-as", "65537"))) {
            List<String> arguments = new ArrayList<>(options);
            arguments.addAll(List.of("--batch", file.toString()));
            Result rest = query(arguments.toArray(String[]::new));
            arguments.addAll(0, List.of("verify", "--keys", KEYS.toString()));
            Result local = cli(arguments.toArray(String[]::new));
            assertThat(local.out().lines()).hasSizeGreaterThan(10);
            assertThat(rest.out()).as(options + rest.err()).isEqualTo(local.out());
            assertThat(rest.code()).isEqualTo(local.code()).isEqualTo(2);
        }
    }

    @Test
    void acceptsBinaryAndHexadecimalMessages() {
        byte[] binary = HexFormat.of().parseHex(update);
        for (HttpResponse<String> response : List.of(
                post("?target_as=AS65537&peer_as=65536", "application/octet-stream", binary),
                post("?target_as=65537", "application/octet-stream", update.getBytes(UTF_8)),
                post("?target_as=65537", "text/plain", update.getBytes(UTF_8)))) {
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).contains("application/x-ndjson");
            JsonNode answer = RunningApi.parse(response.body());
            assertThat(answer.path("id").asString()).isEqualTo("body");
            assertThat(answer.path("state").asString()).isEqualTo("VALID");
            assertThat(answer.path("prefix").asString()).isEqualTo("192.0.2.0/24");
        }
    }

    @Test
    void acceptsABodyWithoutContentType() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(api.uri(PATH + "?target_as=65537"))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(HttpRequest.BodyPublishers.ofString(update))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            assertThat(response.body()).contains("\"state\":\"VALID\"");
        }
    }

    @Test
    void usesTheRouterKeysInForce() throws IOException {
        api.rpki().replace(List.of());
        try {
            HttpResponse<String> response = post("?target_as=65537", "text/plain", update.getBytes(UTF_8));
            assertThat(RunningApi.parse(response.body()).path("state").asString())
                    .isEqualTo("NOT_VALID");
            assertThat(response.body()).contains("key-not-found");
        } finally {
            api.rpki().replace(RpkiJsonReader.read(KEYS, null).objects());
        }
    }

    @Test
    void namesTheFaultOfABody() {
        assertThat(post("", "text/plain", update.getBytes(UTF_8)).body()).contains("parameter target_as is missing");
        assertThat(post("?target_as=1", "text/plain", "hello".getBytes(UTF_8)).body())
                .contains("the body: neither BGP messages (which start with bytes ff) nor hexadecimal text");
        HttpResponse<String> cut =
                post("?target_as=1", "application/octet-stream", HexFormat.of().parseHex(update.substring(0, 60)));
        assertThat(cut.statusCode()).isEqualTo(400);
        assertThat(cut.body()).contains("not a BGP message at byte 0: the input ends after 30 of");
        assertThat(post("?target_as=1", "application/json", new byte[] {'1'}).statusCode())
                .isEqualTo(415);
    }

    @Test
    void refusesMoreUpdatesThanItsLimit() {
        String line = "{\"update\":\"" + update + "\",\"target_as\":65537}\n";
        assertThat(post("", "application/x-ndjson", line.repeat(50).getBytes(UTF_8))
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> refused =
                post("", "application/x-ndjson", line.repeat(51).getBytes(UTF_8));
        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(refused.body()).contains("more than 50 updates (pathproof.policy-api.max-verify)");
        assertThat(post("?target_as=1", "text/plain", update.repeat(51).getBytes(UTF_8))
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void memoryOfAnAnswerIsBounded() {
        VerifyResponses responses = new VerifyResponses(false);
        Response large = new Response.Unreadable(Request.Id.of("large"), "x".repeat(VerifyResponses.MAX_BYTES));
        assertThatThrownBy(() -> responses.add(List.of(large)))
                .isInstanceOf(RequestRefusedException.class)
                .hasMessageContaining("send fewer updates");
        assertThat(responses.bytes()).hasSizeLessThanOrEqualTo(VerifyResponses.MAX_BYTES);
    }

    @Test
    void restoresTheTimeOfAClientWithinAMinute() {
        AtomicLong now = new AtomicLong();
        TimeBudget budget = new TimeBudget(Duration.ofSeconds(20), now::get);
        budget.use("a", TimeUnit.SECONDS.toNanos(19));
        assertThat(budget.isOpen("a")).isTrue();
        budget.use("a", TimeUnit.SECONDS.toNanos(11));
        assertThat(budget.isOpen("a")).isFalse();
        assertThat(budget.isOpen("b")).as("another client").isTrue();
        now.addAndGet(TimeUnit.SECONDS.toNanos(29));
        assertThat(budget.isOpen("a")).isFalse();
        now.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertThat(budget.isOpen("a")).isTrue();
    }
}
