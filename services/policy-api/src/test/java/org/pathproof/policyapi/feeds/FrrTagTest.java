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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.routerfeeds.bgp.FeedBench;
import org.pathproof.wire.Bytes;
import tools.jackson.databind.JsonNode;

/** Tests the policy {@code tag} with a real FRR as route reflector, configured as docs/operators/feeds.md says. */
final class FrrTagTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String PREFIX = "198.51.100.0/24";
    private static final Integer[] SHORT = {65001, 64500};
    private static final Integer[] LONG = {65002, 64502, 64500};
    private static final String SHORT_PATH = "65001 64500";
    private static final String LONG_PATH = "65002 64502 64500";
    private static final RouteKey SHORT_KEY = key(PREFIX, 1);
    private static final RouteKey LONG_KEY = key(PREFIX, 2);

    @TempDir
    Path folder;

    /** A path that FRR received. */
    private record Received(long pathId, String largeCommunities, String nextHop, int localPreference) {}

    private static String[] settings(FrrBgpd frr, Path policy, boolean addPath) {
        return new String[] {
            "pathproof.feeds.routers[0].router=r1",
            "pathproof.feeds.routers[0].neighbor=127.0.0.1",
            "pathproof.feeds.routers[0].port=" + frr.bgpPort(),
            "pathproof.feeds.routers[0].local-address=127.0.0.2",
            "pathproof.feeds.routers[0].password=tag-secret",
            "pathproof.feeds.routers[0].add-path=" + addPath,
            "pathproof.feeds.identifier=10.0.0.254",
            "pathproof.feeds.stale-after=1s",
            "pathproof.policy-api.max-delay=1s",
            "pathproof.feeds.policy=" + policy
        };
    }

    /** Returns the recipe of docs/operators/feeds.md, with the AS number and addresses of this test. */
    private static String documentedReflector() throws IOException {
        String page = Files.readString(Path.of("../../docs/operators/feeds.md"));
        int begin = page.indexOf("<!-- recipe: tag -->");
        int end = page.indexOf("<!-- end of recipe -->", begin);
        assertThat(begin).isNotNegative();
        String recipe = page.substring(page.indexOf('\n', begin), end).replaceAll("(?m)^ {7}", "");
        assertThat(recipe).contains("router bgp 64500", "192.0.2.10", "tag-secret");
        return recipe.replace("router bgp 64500", "router bgp 64999 view core\n bgp router-id 10.0.0.1")
                .replace("64500", "64999")
                .replace("192.0.2.10", "127.0.0.2");
    }

    private static void announce(RunningApi api, RouteKey key, Verdict.Builder verdict, String nextHop) {
        api.putVerdict(
                key,
                FeedBench.withAttributes(verdict)
                        .setNextHop(ByteString.copyFrom(Bytes.fromHex(nextHop).toArray())));
    }

    /** Returns the paths of FRR by AS path, without the paths that FRR keeps from a former session. */
    private static Map<String, Received> paths(FrrBgpd frr) {
        String json = frr.vtysh("show bgp view core ipv4 unicast " + PREFIX + " json");
        JsonNode table = RunningApi.parse(json.substring(Math.max(0, json.indexOf('{'))));
        Map<String, Received> paths = new TreeMap<>();
        table.path("paths")
                .valueStream()
                .filter(path -> !path.path("stale").asBoolean(false))
                .forEach(path -> paths.put(
                        path.at("/aspath/string").asString(""),
                        new Received(
                                path.path("addpathRxId").asLong(0),
                                path.at("/largeCommunity/string").asString(""),
                                path.at("/nexthops/0/ip").asString(""),
                                path.path("locPrf").asInt(0))));
        return paths;
    }

    private static Map<String, Received> awaitPaths(FrrBgpd frr, Map<String, String> communities) {
        Conditions.await("FRR has " + communities, LIMIT, () -> {
            Map<String, String> now = new TreeMap<>();
            paths(frr).forEach((path, received) -> now.put(path, received.largeCommunities()));
            return now.equals(communities);
        });
        return paths(frr);
    }

    private static Received path(Map<String, Received> paths) {
        return Objects.requireNonNull(paths.get(SHORT_PATH));
    }

    private static String states(int path) {
        return "64999:33:" + path + " 64999:34:1 64999:35:3";
    }

    private static void start(RunningApi api) {
        api.putSession(1, session(1, 1, 1).setView(RibView.ADJ_RIB_IN_POST));
        api.putSession(2, session(2, 1, 2).setView(RibView.ADJ_RIB_IN_POST));
        api.connectRouter(session(1, 1, 1).getRouterHash());
        announce(api, SHORT_KEY, notValid(1, SHORT), "c0000201");
        announce(api, LONG_KEY, valid(LONG), "c0000202");
    }

    @Test
    void frrHasEveryPathWithItsStates() throws IOException {
        Path policy =
                Files.writeString(folder.resolve("policy.yaml"), FeedBench.POLICY.replace("reject-not-valid", "tag"));
        try (FrrBgpd frr = new FrrBgpd(folder, "bmp", documentedReflector());
                RunningApi api = new RunningApi(settings(frr, policy, true))) {
            api.rpki().replace(List.of());
            start(api);
            Map<String, Received> first = awaitPaths(frr, Map.of(SHORT_PATH, states(2), LONG_PATH, states(1)));
            assertThat(path(first).nextHop()).isEqualTo("192.0.2.1");
            assertThat(path(first).localPreference()).isEqualTo(100);
            assertThat(path(first).pathId()).isPositive();
            assertThat(api.get("/actuator/prometheus").body()).contains("pathproof_tagged_paths{router=\"r1\"} 2.0");
            assertThat(api.json("/api/v1/overrides").at("/routers/0/tagged").asInt())
                    .isEqualTo(2);

            announce(api, SHORT_KEY, valid(SHORT), "c0000201");
            Map<String, Received> second = awaitPaths(frr, Map.of(SHORT_PATH, states(1), LONG_PATH, states(1)));
            assertThat(path(second).pathId()).isEqualTo(path(first).pathId());

            api.withdraw(LONG_KEY);
            awaitPaths(frr, Map.of(SHORT_PATH, states(1)));
            announce(api, LONG_KEY, valid(LONG), "c0000202");
            assertThat(awaitPaths(frr, Map.of(SHORT_PATH, states(1), LONG_PATH, states(1))))
                    .isEqualTo(second);

            api.putRouteEvents(5); // no validator validates them: verdicts are stale
            awaitPaths(frr, Map.of());
            api.commitAsValidator(5);
            assertThat(awaitPaths(frr, Map.of(SHORT_PATH, states(1), LONG_PATH, states(1))))
                    .isEqualTo(second);

            api.restart(settings(frr, policy, false));
            Conditions.await("FRR has the best path, without ADD-PATH", LIMIT, () -> {
                Map<String, Received> paths = paths(frr);
                return paths.keySet().equals(Set.of(SHORT_PATH)) && path(paths).pathId() == 0;
            });
        }
    }
}
