// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.Ports;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.routerfeeds.derived.DerivedOriginFeed;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.databind.JsonNode;

/**
 * Tests the derived origin feed with a real FRR, configured as docs/operators/feeds.md says. FRR has two upstreams with
 * two origins of one prefix. FRR needs no zebra, because every next hop counts as reachable in a view.
 */
final class FrrDerivedOriginTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String PREFIX = "198.51.100.0/24";
    /** The path that FRR prefers, because it is shorter. */
    private static final Integer[] SHORT = {65001, 64500};

    private static final Integer[] LONG = {65002, 64502, 64501};
    private static final Bytes HOP = Bytes.fromHex("c0000201");
    private static final List<Vrp> GENUINE =
            List.of(new Vrp(Prefix.parse(PREFIX), 24, 64500), new Vrp(Prefix.parse(PREFIX), 24, 64501));

    @TempDir
    Path folder;

    private static String[] settings(int port) {
        return new String[] {
            "pathproof.feeds.derived-origin.rtr-port=" + port,
            "pathproof.feeds.derived-origin.rtr-bind=127.0.0.1",
            "pathproof.feeds.stale-after=1s",
            "pathproof.policy-api.max-delay=1s"
        };
    }

    /** Returns the recipe of docs/operators/feeds.md, with the AS numbers and addresses of this test. */
    private static String documentedRouter(int port) throws IOException {
        String page = Files.readString(Path.of("../../docs/operators/feeds.md"));
        int begin = page.indexOf("<!-- recipe: derived-origin -->");
        int end = page.indexOf("<!-- end of recipe -->", begin);
        assertThat(begin).isNotNegative();
        String recipe = page.substring(page.indexOf('\n', begin), end).replaceAll("(?m)^ {7}", "");
        assertThat(recipe).contains("pathproof.example 8283", "router bgp 64500", "198.51.100.1", "match rpki invalid");
        String neighbor = recipe.replace("pathproof.example 8283", "127.0.0.1 " + port)
                .replace(
                        "router bgp 64500",
                        "router bgp 64999 view border\n bgp router-id 10.0.0.1\n no bgp ebgp-requires-policy")
                .replace("neighbor 198.51.100.1 remote-as 64496", """
                        neighbor 198.51.100.1 remote-as 65001
                         neighbor 198.51.100.1 passive
                         neighbor 198.51.100.1 disable-connected-check""");
        return neighbor.replace("198.51.100.1", "127.0.0.11")
                + neighbor.substring(neighbor.indexOf("router bgp"))
                        .replace("198.51.100.1", "127.0.0.12")
                        .replace("remote-as 65001", "remote-as 65002");
    }

    private static Upstream upstream(FrrBgpd frr, String address, Integer... path) throws IOException {
        return new Upstream(
                address,
                frr.bgpPort(),
                64999,
                PREFIX,
                HOP,
                List.of(path).stream().map(Integer::longValue).toList());
    }

    private static void awaitBest(FrrBgpd frr, String peer, String state) {
        Conditions.await("the best of two paths is from " + peer, LIMIT, () -> {
            String json = frr.vtysh("show bgp view border ipv4 unicast " + PREFIX + " json");
            JsonNode paths = RunningApi.parse(json.substring(Math.max(0, json.indexOf('{'))))
                    .path("paths");
            return paths.size() == 2
                    && paths.valueStream()
                            .anyMatch(path -> path.at("/bestpath/overall").asBoolean(false)
                                    && path.at("/peer/peerId").asString("").equals(peer))
                    && paths.valueStream()
                            .anyMatch(
                                    path -> path.at("/peer/peerId").asString("").equals("127.0.0.11")
                                            && path.path("rpkiValidationState")
                                                    .asString("")
                                                    .equals(state));
        });
    }

    @Test
    void frrLeavesTheMarkedOriginAndReturns() throws IOException {
        int port = Ports.free();
        try (RunningApi api = new RunningApi(settings(port))) {
            api.rpki().replace(GENUINE);
            // FRR waits 600 s after a response without data.
            RpkiSource derived = api.bean(DerivedOriginFeed.class).rpki();
            Conditions.await("derived VRPs", LIMIT, () -> derived.current().isPresent());
            try (FrrBgpd frr = new FrrBgpd(folder, documentedRouter(port));
                    Upstream first = upstream(frr, "127.0.0.11", SHORT);
                    Upstream second = upstream(frr, "127.0.0.12", LONG)) {
                assertThat(first).isNotSameAs(second);
                followsTheMark(api, frr);
            }
        }
    }

    private static void followsTheMark(RunningApi api, FrrBgpd frr) {
        api.putSession(1, session(1, 1, 1));
        api.putSession(2, session(2, 1, 2));
        api.connectRouter(session(1, 1, 1).getRouterHash());
        api.putVerdict(key(PREFIX, 1), valid(SHORT));
        api.putVerdict(key(PREFIX, 2), valid(LONG));
        awaitBest(frr, "127.0.0.11", "valid");

        api.putVerdict(key(PREFIX, 1), notValid(1, SHORT));
        awaitBest(frr, "127.0.0.12", "invalid");
        JsonNode derived = api.json("/api/v1/derived-origins");
        assertThat(derived.at("/not_valid/0/prefix").asString()).isEqualTo(PREFIX);
        assertThat(derived.at("/removed/0/asn").asLong()).isEqualTo(64500);
        assertThat(derived.at("/added/0/asn").asLong()).isZero();
        assertThat(api.get("/actuator/prometheus").body())
                .contains(
                        "pathproof_derived_origin_pairs{type=\"expressible\"} 1.0",
                        "pathproof_derived_origin_vrps{type=\"removed\"} 1.0",
                        "pathproof_derived_origin_rtr_clients 1.0");

        api.putVerdict(key(PREFIX, 1), valid(SHORT));
        awaitBest(frr, "127.0.0.11", "valid");

        api.putVerdict(key(PREFIX, 1), notValid(1, SHORT));
        awaitBest(frr, "127.0.0.12", "invalid");
        api.putRouteEvents(5); // no validator validates them: verdicts are stale
        awaitBest(frr, "127.0.0.11", "valid");
        api.commitAsValidator(5);
        awaitBest(frr, "127.0.0.12", "invalid");
    }
}
