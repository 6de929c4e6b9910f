// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.ski;
import static org.pathproof.verdictstore.Records.valid;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.access.ApiToken;
import org.pathproof.harness.RedisServer;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.policyapi.SourceReports;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.updates.filter.RouteFilter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.databind.JsonNode;

/**
 * Tests that the OpenAPI document is valid, agrees with the reference page and the code, and passes schemathesis. The
 * launcher installs the tools in .build/openapi.
 */
final class OpenApiTest {
    private static final Path TOOLS = Path.of("../../.build/openapi/bin").toAbsolutePath();
    private static final Set<String> VERBS = Set.of("get", "post", "put", "delete", "patch");

    private static final String TOKEN = ApiToken.create();

    private static RedisServer redis;
    private static RunningApi api;
    private static JsonNode description;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws Exception {
        redis = RedisServer.inMemory();
        try (RedisRpkiRepository repository = new RedisRpkiRepository(redis.uri())) {
            SourceReports.publish(repository);
        }
        api = new RunningApi(
                "pathproof.redis.uri=" + redis.uri(),
                "pathproof.api.tokens[0].name=schemathesis",
                "pathproof.api.tokens[0].role=admin",
                "pathproof.api.tokens[0].hash=" + ApiToken.hash(TOKEN));
        api.rpki()
                .replace(List.of(
                        new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64496),
                        new Vrp(Prefix.parse("2001:db8::/32"), 48, 64496),
                        new RouterKey(64496, Bytes.wrap(ski(1).toByteArray()), Bytes.fromHex("3059"))));
        api.putSession(1, session(1, 1, 1));
        api.putSession(2, session(2, 2, 2));
        api.putVerdict(key("192.0.2.0/24", 1), valid(65001, 64500, 64496));
        api.putVerdict(key("192.0.2.0/24", 2), notValid(2, 65002, 64500, 64496));
        api.putVerdict(key("2001:db8::/32", 2), notValid(1, 65002, 64496));
        api.awaitRoutes(3);
        description = api.json("/v3/api-docs");
    }

    @AfterAll
    static void stop() {
        api.close();
        redis.close();
    }

    private record Operation(String verb, String path, List<String> query) {
        @Override
        public String toString() {
            return verb + ' ' + path;
        }
    }

    private static List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        description
                .get("paths")
                .forEachEntry((path, item) -> item.forEachEntry((verb, operation) -> {
                    if (VERBS.contains(verb)) {
                        List<String> query = operation
                                .path("parameters")
                                .valueStream()
                                .filter(parameter ->
                                        parameter.get("in").asString().equals("query"))
                                .map(parameter -> parameter.get("name").asString())
                                .sorted()
                                .toList();
                        operations.add(new Operation(verb.toUpperCase(Locale.ROOT), path, query));
                    }
                }));
        assertThat(operations).hasSizeGreaterThan(15);
        return operations;
    }

    @Test
    void describesExactlyTheAcceptedParameters() {
        for (Operation operation : operations()) {
            String path = operation.path().replaceAll("\\{.*?}", "x") + "?no-such-parameter=1";
            String refusal = (operation.verb().equals("GET") ? api.get(path) : send(operation.verb(), path)).body();
            String names = String.join(", ", operation.query());
            assertThat(refusal)
                    .as(operation.toString())
                    .contains("unknown parameter 'no-such-parameter'; "
                            + (names.isEmpty()
                                    ? "this operation has no parameters"
                                    : "parameters of this operation: " + names + "\""));
        }
    }

    private static HttpResponse<String> send(String verb, String path) {
        String type = path.startsWith("/api/v1/verify") ? "text/plain" : "application/json";
        return api.send(verb, path, "{}", "Content-Type", type, "Authorization", "Bearer " + TOKEN);
    }

    @Test
    void responsesNameTheValuesOfEnumeratedMembers() {
        JsonNode schemas = description.at("/components/schemas");
        assertThat(schemas.at("/ValidityJson/properties/state/enum")
                        .valueStream()
                        .map(JsonNode::asString))
                .containsExactlyInAnyOrder("VALID", "NOT_VALID", "UNSIGNED", "MALFORMED", "UNVERIFIED");
        assertThat(schemas.at("/PolicyChange/properties/change/enum")).hasSize(3);
        Set<String> enumerated = Set.of(
                "state",
                "status",
                "view",
                "decision",
                "role",
                "change",
                "policy",
                "feed",
                "bgpsec",
                "procedure",
                "result",
                "refusal",
                "worse_by",
                "rule",
                "origin_state",
                "basis",
                "combine");
        List<String> without = new ArrayList<>();
        schemas.forEachEntry((name, schema) -> schema.path("properties").forEachEntry((member, property) -> {
            if (enumerated.contains(member)
                    && property.path("type").asString("").equals("string")
                    && !property.has("enum")) {
                without.add(name + "." + member);
            }
        }));
        assertThat(without).as("members without their values (ResponseEnums)").isEmpty();
    }

    @Test
    void referencePageHasTheSameOperationsAndParameters() throws IOException {
        String page =
                Files.readString(Path.of("../../docs/reference/rest-api.md")).replace("{*", "{");
        Set<String> described = new TreeSet<>();
        for (Operation operation : operations()) {
            described.add(operation.toString());
            assertThat(page).contains("`" + operation + "`");
            for (String name : operation.query()) {
                assertThat(Pattern.compile("[`?&]" + name + "[`=]")
                                .matcher(page)
                                .find())
                        .as("parameter " + name + " of " + operation + " on the page")
                        .isTrue();
            }
        }
        Set<String> onPage = new TreeSet<>();
        Pattern.compile("`((?:GET|POST|PUT|DELETE) /(?:api|validity)[^`]*)`")
                .matcher(page)
                .results()
                .forEach(m -> onPage.add(m.group(1)));
        assertThat(onPage).isEqualTo(described);
    }

    @Test
    void describesTheValuesOfEachFilter() {
        JsonNode parameters = description.at("/paths/~1api~1v1~1routes/get/parameters");
        for (RouteFilter filter : RouteFilter.values()) {
            JsonNode schema = parameters
                    .valueStream()
                    .filter(parameter -> parameter.get("name").asString().equals(filter.parameter()))
                    .findFirst()
                    .orElseThrow()
                    .get("schema");
            List<String> values = Stream.of(schema.path("enum"), schema.at("/items/enum"))
                    .flatMap(JsonNode::valueStream)
                    .map(JsonNode::asString)
                    .toList();
            assertThat(values).as(filter.parameter()).isEqualTo(filter.choices());
        }
    }

    @Test
    void describesErrorsAndStreams() {
        for (Operation operation : operations()) {
            JsonNode responses = description
                    .get("paths")
                    .get(operation.path())
                    .get(operation.verb().toLowerCase(Locale.ROOT))
                    .get("responses");
            assertThat(responses.propertyNames()).as(operation.toString()).contains("200", "400", "429", "503");
            assertThat(responses.get("400").get("content").propertyNames()).containsExactly("application/problem+json");
        }
        JsonNode paths = description.get("paths");
        assertThat(paths.at("/~1api~1v1~1routes/get/responses/200/content").propertyNames())
                .containsExactlyInAnyOrder("application/json", "application/x-ndjson");
        assertThat(paths.at("/~1api~1v1~1events/get/responses/200/content").propertyNames())
                .containsExactly("text/event-stream");
    }

    @Test
    void documentIsValid() throws Exception {
        Path file = folder.resolve("openapi.json");
        Files.writeString(file, api.get("/v3/api-docs").body());
        run("openapi-spec-validator", file.toString());
    }

    /** Excludes the event stream, which does not end. */
    @Test
    void schemathesisFindsNothing() throws Exception {
        run(
                "schemathesis",
                "run",
                api.uri("/v3/api-docs").toString(),
                "--exclude-path=/api/v1/events",
                "--header=Authorization: Bearer " + TOKEN,
                "--checks=not_a_server_error,status_code_conformance,content_type_conformance,"
                        + "response_headers_conformance,response_schema_conformance,unsupported_method",
                "--phases=examples,coverage,fuzzing",
                "--max-examples=20",
                "--seed=20261122",
                "--request-timeout=60",
                "--generation-database=none",
                "--no-color");
    }

    private void run(String tool, String... arguments) throws IOException, InterruptedException {
        Path program = TOOLS.resolve(tool);
        assertThat(program).as("installed by ./pathproof test unit").isExecutable();
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).doesNotContain("nresolvable reference");
    }
}
