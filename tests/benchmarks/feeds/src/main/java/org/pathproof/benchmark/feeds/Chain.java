// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pathproof.access.ApiToken;
import org.pathproof.benchmark.feeds.table.Lan;
import org.pathproof.contracts.metrics.KeySyncMetricNames;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.StandaloneProcess;
import org.pathproof.harness.kafka.KafkaBrokers;
import org.pathproof.wire.rpki.RouterKey;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The standalone program in its own process, with Kafka, Redis and an RTR cache. The program feeds the border router. A
 * second replica of the policy API can feed the border router, too.
 */
final class Chain implements AutoCloseable {
    /** Hold Time of the session with the border router. */
    static final Duration HOLD_TIME = Duration.ofSeconds(9);
    /** Restart Time of the session with the border router. */
    static final Duration RESTART_TIME = Duration.ofSeconds(5);
    /** Time for which the routes of a router without a BMP connection stay. */
    private static final Duration ROUTER_HOLD = Duration.ofSeconds(5);
    /** Time for which keys or verdicts may be out of reach. */
    static final Duration STALE_AFTER = Duration.ofSeconds(3);

    private static final String EXPIRES = KeySyncMetricNames.RTR_CLIENT_EXPIRES + "{";
    private static final int FIRST_LIMIT = 1_000;
    private static final String BROKER_HEAP = "-Xmx384m";

    private final ProcessGroup processes;
    private final FeedPlan plan;
    private final KeyCache cache;
    private final RedisServer redis;
    private final KafkaBrokers kafka;
    private final Path policy;
    private final StandaloneProcess program;
    private final String token = ApiToken.create();

    /** Starts the program and waits until it serves requests. */
    Chain(ProcessGroup processes, Path folder, Path launcher, FeedPlan plan, Set<RouterKey> keys) throws IOException {
        this.processes = processes;
        this.plan = plan;
        cache = new KeyCache(keys);
        redis = RedisServer.durable(folder);
        kafka = KafkaBrokers.prepare(processes, 1, BROKER_HEAP, Optional.empty());
        kafka.start(1);
        Conditions.await("Kafka", () -> Ports.accepts(kafka.port(1)));
        policy = Files.writeString(folder.resolve("policy.yaml"), plan.policy());
        Path config = Files.writeString(folder.resolve("pathproof.yaml"), """
                pathproof:
                  api:
                    tokens:
                      - name: benchmark
                        role: admin
                        hash: "%s"
                  redis:
                    uri: %s
                  kafka:
                    bootstrap-servers: %s
                    replication-factor: 1
                  collector:
                    hold-time: %ds
                %s
                  feeds:
                    policy: %s
                    identifier: %s
                    identifiers: ["%s", "%s"]
                    stale-after: %ds
                    restart-time: %ds
                    listen: %s
                    routers:
                %s
                """.formatted(
                        ApiToken.hash(token),
                        redis.uri(),
                        kafka.bootstrapServers(),
                        ROUTER_HOLD.toSeconds(),
                        plan.collector().indent(4),
                        policy,
                        Lan.BGP_IDENTIFIER,
                        Lan.REPLICA_IDENTIFIER,
                        Lan.BGP_IDENTIFIER,
                        STALE_AFTER.toSeconds(),
                        RESTART_TIME.toSeconds(),
                        plan.listen(),
                        plan.routers(HOLD_TIME.toSeconds()).indent(6)));
        program = new StandaloneProcess(
                launcher,
                folder.resolve("data"),
                folder.resolve("up.log"),
                List.of("--rtr", cache.address(), "--config", config.toString(), "--heap", "768m"));
        try {
            program.awaitServing();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    int bmpPort() {
        return program.bmpPort();
    }

    /** Waits until the BGP session with the border router is established and nothing suspends the feed. */
    void awaitFeed() {
        Conditions.await("the feed of the border router", () -> {
            JsonNode router = json("/api/v1/overrides").at("/routers/0");
            return router.at("/session/state").asString("").equals("established")
                    && router.path("suspended").isEmpty();
        });
    }

    /** Returns the JSON of a GET request, or an empty result if the response is not 200. */
    Optional<JsonNode> get(String path) {
        try {
            HttpResponse<String> response = program.send(
                    request(path).header("Accept", "application/json").build());
            return response.statusCode() == 200
                    ? Optional.of(JsonMapper.shared().readTree(response.body()))
                    : Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("GET " + path + " failed: " + e.getMessage(), e);
        }
    }

    /** Returns the JSON objects of an endpoint that responds with one object a line. */
    List<JsonNode> lines(String path) {
        return body(path)
                .lines()
                .filter(line -> !line.isBlank())
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    /** Waits until the BGP sessions with the fed routers among these are established and nothing suspends them. */
    void awaitFeeds(List<String> routers) {
        Conditions.await("the feeds of " + routers, () -> {
            for (JsonNode router : json("/api/v1/overrides").path("routers")) {
                if (routers.contains(router.path("router").asString(""))
                        && (!router.at("/session/state").asString("").equals("established")
                                || !router.path("suspended").isEmpty())) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Waits until all paths of a prefix are VALID before policy. */
    void awaitValid(Flow flow) {
        Conditions.await(flow.paths().size() + " VALID paths to " + flow.prefix(), () -> {
            List<String> peers =
                    lines("/api/v1/routes?view=adj-rib-in-pre&state=VALID&prefix=" + flow.prefix()).stream()
                            .map(route -> route.path("peer_ip").asString(""))
                            .toList();
            return flow.paths().stream()
                    .allMatch(path -> peers.contains(path.upstream().address()));
        });
    }

    /** Waits until this number of routes before policy is VALID. */
    void awaitValid(int routes) {
        Conditions.await(
                routes + " VALID routes",
                () -> lines("/api/v1/routes?view=adj-rib-in-pre&state=VALID").size() == routes);
    }

    KeyCache cache() {
        return cache;
    }

    /** Returns the end of the Expire Interval of the keys that Pathproof has, as in {@link System#nanoTime}. */
    long expiry() {
        double seconds = send("/actuator/prometheus", "text/plain")
                .lines()
                .filter(line -> line.startsWith(EXPIRES))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .max()
                .orElseThrow(() ->
                        new IllegalStateException("Pathproof reports no " + KeySyncMetricNames.RTR_CLIENT_EXPIRES));
        Instant end = Instant.ofEpochMilli(Math.round(seconds * 1e3));
        return System.nanoTime() + Duration.between(Instant.now(), end).toNanos();
    }

    /** Starts the second replica, which feeds the border router, too. */
    Replica startReplica() {
        return new Replica(
                processes,
                kafka.bootstrapServers(),
                redis.uri(),
                policy,
                plan.fed().getFirst().port());
    }

    /** Switches all feeds of both replicas off or on, and waits for the response. */
    void setSwitch(boolean off) throws IOException {
        HttpResponse<String> answer = program.send(request("/api/v1/feeds/" + (off ? "off" : "on"))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("the switch answers " + answer.statusCode() + ": " + answer.body());
        }
    }

    /** Puts a policy with another limit in force, so that Pathproof forgets what it has seen of the routers. */
    void renewPolicy(int number) throws IOException {
        Conditions.await(
                "the policy of the feeds", () -> get("/api/v1/feeds/policy").isPresent());
        HttpResponse<String> answer = program.send(request("/api/v1/feeds/policy?reason=network")
                .header("Content-Type", "application/yaml")
                .header("If-Match", "*")
                .PUT(HttpRequest.BodyPublishers.ofString(
                        plan.policy() + "    max-overrides: " + (FIRST_LIMIT + number) + "\n"))
                .build());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("a new policy: " + answer.statusCode() + ": " + answer.body());
        }
    }

    /** Ends Redis, which has the router keys. */
    void stopRedis() {
        redis.stop();
    }

    void startRedis() {
        redis.start();
    }

    /** Sends SIGKILL to the program. */
    void kill() {
        program.process().killTree();
    }

    private JsonNode json(String path) {
        return JsonMapper.shared().readTree(send(path, "application/json"));
    }

    private String body(String path) {
        return send(path, "application/x-ndjson");
    }

    private String send(String path, String accept) {
        try {
            return program.send(request(path).header("Accept", accept).build()).body();
        } catch (IOException e) {
            throw new IllegalStateException("GET " + path + " failed: " + e.getMessage(), e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(program.uri(path))
                .timeout(Duration.ofMinutes(1))
                .header("Authorization", "Bearer " + token);
    }

    @Override
    public void close() {
        program.close();
        redis.close();
        cache.close();
    }
}
