// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyReader;
import org.pathproof.feeds.policy.PolicyWriter;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.routerfeeds.bgp.FeedBench;
import org.pathproof.routerfeeds.policy.PolicyConflictException;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.pathproof.wire.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Tests the feed with a real FRR as border router of AS 64999. FRR has two upstreams, and Pathproof as route-reflector
 * client. FRR needs no zebra, because every next hop counts as reachable in a view.
 */
final class FrrFeedTest {
    private static final Logger log = LoggerFactory.getLogger(FrrFeedTest.class);
    /** Maximum time until the switch has withdrawn the override from FRR, on a busy machine. */
    private static final Duration SWITCH_LIMIT = Duration.ofSeconds(10);

    static final Duration LIMIT = Duration.ofSeconds(90);
    static final String PREFIX = "198.51.100.0/24";
    /** The path that FRR prefers, because it is shorter than {@link #LONG}. */
    static final Integer[] SHORT = {65001, 64500};

    static final Integer[] LONG = {65002, 64502, 64500};
    static final RouteKey SHORT_KEY = key(PREFIX, 1);
    private static final RouteKey LONG_KEY = key(PREFIX, 2);
    static final Bytes SHORT_HOP = Bytes.fromHex("c0000201");
    static final Bytes LONG_HOP = Bytes.fromHex("c0000202");
    static final String UPSTREAMS = """
            router bgp 64999 view border
             bgp router-id 10.0.0.1
             no bgp ebgp-requires-policy
             neighbor 127.0.0.11 remote-as 65001
             neighbor 127.0.0.11 passive
             neighbor 127.0.0.11 disable-connected-check
             neighbor 127.0.0.12 remote-as 65002
             neighbor 127.0.0.12 passive
             neighbor 127.0.0.12 disable-connected-check
            exit
            """;

    @TempDir
    Path folder;

    private String[] settings(FrrBgpd frr, Path policy, String password) {
        return new String[] {
            "pathproof.feeds.routers[0].router=r1",
            "pathproof.feeds.routers[0].neighbor=127.0.0.1",
            "pathproof.feeds.routers[0].port=" + frr.bgpPort(),
            "pathproof.feeds.routers[0].local-address=127.0.0.2",
            "pathproof.feeds.routers[0].password=" + password,
            "pathproof.feeds.identifier=10.0.0.254",
            "pathproof.feeds.stale-after=1s",
            "pathproof.policy-api.max-delay=1s",
            "pathproof.feeds.policy=" + policy
        };
    }

    /**
     * Returns the configuration of the session in docs/operators/feeds.md, with the AS numbers of this test.
     *
     * @param feed address of Pathproof
     */
    static String documentedSession(String feed) throws IOException {
        String page = Files.readString(Path.of("../../docs/operators/feeds.md"));
        int begin = page.indexOf("<!-- recipe: feed -->");
        int end = page.indexOf("<!-- end of recipe -->", begin);
        assertThat(begin).isNotNegative();
        String recipe = page.substring(page.indexOf('\n', begin), end);
        assertThat(recipe).contains("router bgp 64500", "192.0.2.10", "feed-secret");
        return recipe.replaceAll("(?m)^ {7}", "")
                .replace("router bgp 64500", "router bgp 64999 view border")
                .replace("64500", "64999")
                .replace("192.0.2.10", feed);
    }

    static Upstream upstream(FrrBgpd frr, String address, Bytes nextHop, Integer... path) throws IOException {
        return new Upstream(
                address,
                frr.bgpPort(),
                64999,
                PREFIX,
                nextHop,
                List.of(path).stream().map(Integer::longValue).toList());
    }

    static void announce(RunningApi api, RouteKey key, Verdict.Builder verdict, Bytes nextHop) {
        api.putVerdict(key, FeedBench.withAttributes(verdict).setNextHop(ByteString.copyFrom(nextHop.toArray())));
    }

    static JsonNode table(FrrBgpd frr) {
        String json = frr.vtysh("show bgp view border ipv4 unicast " + PREFIX + " json");
        return RunningApi.parse(json.substring(Math.max(0, json.indexOf('{'))));
    }

    /** Waits until FRR has a number of paths, and its best path is from a peer. */
    private static JsonNode awaitBest(FrrBgpd frr, int number, String peer) {
        Conditions.await("best of " + number + " paths is from " + peer, LIMIT, () -> {
            JsonNode paths = table(frr).path("paths");
            return paths.size() == number
                    && best(paths).at("/peer/peerId").asString("").equals(peer);
        });
        return best(table(frr).get("paths"));
    }

    static JsonNode best(JsonNode paths) {
        return paths.valueStream()
                .filter(path -> path.at("/bestpath/overall").asBoolean(false))
                .findFirst()
                .orElseGet(() -> RunningApi.parse("{}"));
    }

    /** Returns the peers of the best paths that FRR shows while {@code work} runs. */
    private static Set<String> bestDuring(FrrBgpd frr, Runnable work) {
        Set<String> peers = new HashSet<>();
        CompletableFuture<Void> done = CompletableFuture.runAsync(work);
        do {
            peers.add(best(table(frr).path("paths")).at("/peer/peerId").asString(""));
        } while (!done.isDone());
        done.join();
        return peers;
    }

    private static JsonNode router(RunningApi api) {
        return api.json("/api/v1/overrides").get("routers").get(0);
    }

    static void start(RunningApi api) {
        api.rpki().replace(List.of());
        api.putSession(1, session(1, 1, 1).setView(RibView.ADJ_RIB_IN_POST));
        api.putSession(2, session(2, 1, 2).setView(RibView.ADJ_RIB_IN_POST));
        api.connectRouter(session(1, 1, 1).getRouterHash());
        announce(api, SHORT_KEY, valid(SHORT), SHORT_HOP);
        announce(api, LONG_KEY, valid(LONG), LONG_HOP);
    }

    private static void awaitState(RunningApi api, String state) {
        Conditions.await(
                "BGP session is " + state,
                LIMIT,
                () -> router(api).at("/session/state").asString("").equals(state));
    }

    @Test
    void anOverrideIsTheBestPathOfFrrWhileItIsNeeded() throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.yaml"), FeedBench.POLICY);
        try (FrrBgpd frr = new FrrBgpd(folder, "bmp", UPSTREAMS + documentedSession("127.0.0.2"));
                Upstream first = upstream(frr, "127.0.0.11", SHORT_HOP, SHORT);
                Upstream second = upstream(frr, "127.0.0.12", LONG_HOP, LONG);
                RunningApi api = new RunningApi(settings(frr, policy, "feed-secret"))) {
            assertThat(first).isNotSameAs(second);
            start(api);
            awaitState(api, "established");
            awaitBest(frr, 2, "127.0.0.11");
            assertThat(health(api).get("status").asString()).isEqualTo("ok");
            assertThat(metric(api)).contains("pathproof_feed_session_established{router=\"r1\"} 1.0");

            announce(api, SHORT_KEY, notValid(1, SHORT), SHORT_HOP);
            JsonNode override = awaitBest(frr, 3, "127.0.0.2");
            assertThat(override.at("/aspath/string").asString()).isEqualTo("65002 64502 64500");
            assertThat(override.at("/nexthops/0/ip").asString()).isEqualTo("192.0.2.2");
            assertThat(override.at("/locPrf").asInt()).isEqualTo(101);
            assertThat(override.at("/largeCommunity/string").asString()).contains("64999:33:1", "64999:36:");
            assertThat(router(api).at("/session/routes").asInt()).isEqualTo(1);

            announce(api, SHORT_KEY, valid(SHORT), SHORT_HOP);
            awaitBest(frr, 2, "127.0.0.11");

            announce(api, SHORT_KEY, notValid(1, SHORT), SHORT_HOP);
            awaitBest(frr, 3, "127.0.0.2");
            api.putRouteEvents(5); // no validator validates them: verdicts are stale
            awaitBest(frr, 2, "127.0.0.11");
            api.commitAsValidator(5);
            awaitBest(frr, 3, "127.0.0.2");

            assertThat(bestDuring(frr, () -> {
                        api.restart(settings(frr, policy, "feed-secret"));
                        awaitState(api, "established");
                    }))
                    .containsExactly("127.0.0.2");
            awaitBest(frr, 3, "127.0.0.2");

            assertWithdrawnByTheSwitch(api, frr);
            awaitBest(frr, 3, "127.0.0.2");
            PolicyStore store = api.bean(PolicyStore.class);
            store.edit(FrrFeedTest::observing, "test", "");
            awaitBest(frr, 2, "127.0.0.11");
            awaitState(api, "established");
        } catch (PolicyConflictException e) {
            throw new AssertionError(e);
        }
    }

    /** Switches the feeds off, measures the time until FRR selects its own path, and switches them on. */
    private static void assertWithdrawnByTheSwitch(RunningApi api, FrrBgpd frr) {
        PolicyStore store = api.bean(PolicyStore.class);
        long started = System.nanoTime();
        store.setSwitch(true, "test", "");
        awaitBest(frr, 2, "127.0.0.11");
        Duration time = Duration.ofNanos(System.nanoTime() - started);
        log.info("override withdrawn by the switch: ms={}", time.toMillis());
        assertThat(time).isLessThan(SWITCH_LIMIT);
        store.setSwitch(false, "test", "");
    }

    private static PolicyDocument observing(PolicyDocument policy) {
        String text = PolicyWriter.write(policy).replace("policy: reject-not-valid", "policy: observe");
        return PolicyReader.read(text, "test").document().orElseThrow();
    }

    @Test
    void aRouterThatRefusesTheSessionFailsHealth() throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.yaml"), FeedBench.POLICY);
        try (FrrBgpd frr = new FrrBgpd(folder, "bmp", UPSTREAMS + documentedSession("127.0.0.2"));
                RunningApi api = new RunningApi(settings(frr, policy, "wrong"))) {
            start(api);
            Conditions.await(
                    "attempt to connect",
                    LIMIT,
                    () -> health(api)
                            .get("message")
                            .asString()
                            .startsWith("router r1: its BGP session with 127.0.0.1 is "));
            assertThat(health(api).get("status").asString()).isEqualTo("failing");
            assertThat(metric(api)).contains("pathproof_feed_session_established{router=\"r1\"} 0.0");
            assertThat(router(api).at("/session/established").asInt(-1)).isZero();
        }
    }

    private static JsonNode health(RunningApi api) {
        return RunningApi.parse(api.get("/api/v1/health").body()).at("/components/feeds");
    }

    private static String metric(RunningApi api) {
        return api.get("/actuator/prometheus", "Accept", "text/plain").body();
    }
}
