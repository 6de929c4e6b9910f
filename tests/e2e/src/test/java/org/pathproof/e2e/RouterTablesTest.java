// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.GoBgp;
import org.pathproof.harness.Programs;
import tools.jackson.databind.JsonNode;

/**
 * Tests the tables of real routers: an FRR with two BGP instances, ADD-PATH and own routes, a GoBGP with ADD-PATH and
 * own routes, and an FRR whose neighbors have one link-local address. The routers have the configuration of the
 * operators' page, and one Pathproof serves all tests.
 */
final class RouterTablesTest {
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(2);
    /** The neighbor with ADD-PATH of each router. */
    private static final String PEER = "127.0.0.2";
    /** The neighbor of FRR's second instance. */
    private static final String VIEW_PEER = "127.0.0.3";

    private static final String GOBGP = "127.0.0.4";
    private static final List<String> PREFIXES =
            List.of("10.1.0.0/16", "192.0.2.64/28", "198.51.100.64/26", "203.0.113.0/24", "198.51.100.0/24");
    /** Own routes of the routers: the VRPs of the first are of AS65001, and those of the second of another AS. */
    private static final String OWN_VALID = "10.200.0.0/16";

    private static final String OWN_OTHER = "10.201.0.0/16";
    private static final String VRPS = """
            {"roas": [
              {"prefix": "10.200.0.0/16", "maxLength": 16, "asn": "AS65001", "ta": "test"},
              {"prefix": "10.201.0.0/16", "maxLength": 16, "asn": "AS64511", "ta": "test"}
            ]}
            """;

    @TempDir
    static Path folder;

    private static final List<AutoCloseable> STARTED = new ArrayList<>();
    private static RunningPathproof pathproof;
    private static FrrBgpd frr;
    private static GoBgp frrNeighbor;
    private static GoBgp goBgp;
    private static GoBgp goBgpNeighbor;

    @BeforeAll
    static void startRouters() throws IOException {
        Programs.require("bgpd");
        Path vrps = Files.writeString(folder.resolve("vrps.json"), VRPS);
        Path settings =
                Files.writeString(folder.resolve("settings.yaml"), "pathproof.key-sync.file: \"" + vrps + "\"\n");
        pathproof = started(RunningPathproof.launch(folder, "--config", settings.toString()));
        GoBgp viewNeighbor =
                started(new GoBgp(inFolder("view"), VIEW_PEER, 64497, GoBgp.passiveNeighbor("127.0.0.1", 65002)));
        String main = instance("65001", PEER, "64496");
        String station = main.lines()
                .filter(line -> line.strip().startsWith("bmp connect"))
                .findFirst()
                .orElseThrow();
        frr = started(new FrrBgpd(
                inFolder("frr"),
                "bmp",
                "hostname frr\n" + main.replace(station, "") + """
                        router bgp 65001
                         bgp router-id 10.255.0.1
                         no bgp ebgp-requires-policy
                         no bgp network import-check
                         neighbor 127.0.0.2 passive
                         neighbor 127.0.0.2 ebgp-multihop 4
                         address-family ipv4 unicast
                          network 10.200.0.0/16
                          network 10.201.0.0/16
                         exit-address-family
                         bmp targets pathproof
                          bmp monitor ipv4 unicast post-policy
                         exit
                        exit
                        """
                        + instance("65002 view red", VIEW_PEER, "64497") + """
                        router bgp 65002 view red
                         bgp router-id 10.255.0.2
                         no bgp ebgp-requires-policy
                         neighbor 127.0.0.3 port %d
                         neighbor 127.0.0.3 ebgp-multihop 4
                        exit
                        """.formatted(viewNeighbor.bgpPort())));
        goBgp = started(new GoBgp(
                inFolder("gobgp"),
                GOBGP,
                65001,
                Recipe.of(
                                "gobgp",
                                Map.of(
                                        "192.0.2.10", "127.0.0.1",
                                        "11019", Integer.toString(pathproof.bmpPort),
                                        "\"pre-policy\"", "\"all\"\nsys-name = \"gobgp\""))
                        + withAddPath(GoBgp.passiveNeighbor(PEER, 64496))));
        frrNeighbor = started(new GoBgp(
                inFolder("frr-neighbor"),
                PEER,
                64496,
                withAddPath(GoBgp.multihopNeighbor("127.0.0.1", 65001, frr.bgpPort(), PEER))));
        goBgpNeighbor = started(new GoBgp(
                inFolder("gobgp-neighbor"),
                PEER,
                64496,
                withAddPath(GoBgp.activeNeighbor(GOBGP, 65001, goBgp.bgpPort(), PEER))));
        // FRR sends own routes once, and before its first neighbor is up nothing tells its AS.
        await().atMost(SETTLE_TIMEOUT)
                .until(() -> frr.vtysh("show bgp neighbors " + PEER).contains("BGP state = Established"));
        Path connect = Files.writeString(
                folder.resolve("connect.conf"), "router bgp 65001\n bmp targets pathproof\n" + station + "\n");
        assertThat(frr.load(connect).exitCode()).isZero();
        announce(viewNeighbor, PREFIXES.subList(0, 2));
        announce(frrNeighbor, PREFIXES);
        announce(goBgpNeighbor, PREFIXES);
        announce(goBgp, List.of(OWN_VALID, OWN_OTHER));
        pathproof.awaitAnswer();
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable program : STARTED.reversed()) {
            program.close();
        }
    }

    private static <T extends AutoCloseable> T started(T program) {
        STARTED.add(program);
        return program;
    }

    private static Path inFolder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    /** FRR monitors without Path Identifiers, and mirrors with them. */
    @Test
    void readsTheTableOfANeighborOfFrrWithAddPath() {
        String table = "router=frr&view=adj-rib-in-pre&peer=" + PEER;
        awaitPrefixes(table, Set.copyOf(PREFIXES));
        assertThat(frr.vtysh("show bgp neighbors " + PEER))
                .containsPattern("(?s)AddPath:.*IPv4 Unicast: RX advertised and received");
        assertThat(session("frr", PEER).path("table_warning").asString("")).isEqualTo("path-ids-missing");
        assertThat(pathproof.metric("pathproof_table_warnings_total{reason=\"path-ids-missing\",router=\"frr"))
                .isPositive();

        frrNeighbor.gobgp("global", "rib", "del", "203.0.113.0/24");
        awaitPrefixes(table, without("203.0.113.0/24"));
        frr.vtysh("clear bgp " + PEER);
        awaitPrefixes(table, without("203.0.113.0/24"));
    }

    /** GoBGP sends its table without Path Identifiers, and later UPDATEs of the pre-policy view with them. */
    @Test
    void readsTheTableOfANeighborOfGoBgpWithAddPath() {
        String table = "router=gobgp&view=adj-rib-in-pre&peer=" + PEER;
        awaitPrefixes(table, Set.copyOf(PREFIXES));
        goBgpNeighbor.gobgp("global", "rib", "del", "203.0.113.0/24");
        goBgpNeighbor.gobgp("global", "rib", "add", "10.2.0.0/16", "nexthop", "192.0.2.1");
        goBgpNeighbor.gobgp("global", "rib", "add", "10.1.0.0/16", "nexthop", "192.0.2.7");
        Set<String> changed = without("203.0.113.0/24");
        changed.add("10.2.0.0/16");
        awaitPrefixes(table, changed);
        assertThat(pathproof.routes(table + "&prefix=10.1.0.0/16"))
                .singleElement()
                .satisfies(route -> assertThat(route.get("nexthop").asString()).isEqualTo("192.0.2.7"));
    }

    /** The Loc-RIB of GoBGP names the own AS; the post-policy view of FRR does not. */
    @Test
    void ownRoutesAreNotInvalidByIgnorance() {
        awaitOrigins("router=gobgp&view=loc-rib", Map.of(OWN_VALID, "valid", OWN_OTHER, "invalid"));
        awaitOrigins("router=frr&peer=0.0.0.0", Map.of(OWN_VALID, "valid", OWN_OTHER, "unverified"));
        for (JsonNode route : pathproof.routes("router=gobgp&view=loc-rib")) {
            assertThat(RunningPathproof.state(route)).as("%s", route).isEqualTo("UNSIGNED");
        }
        JsonNode unknown =
                pathproof.routes("router=frr&peer=0.0.0.0&prefix=" + OWN_OTHER).getFirst();
        assertThat(unknown.at("/validity/origin/reason").asString()).isEqualTo("origin-unknown");
    }

    /** Each instance of FRR has a BMP connection, and both have one sysName. */
    @Test
    void instancesOfOneRouterStandSideBySide() {
        awaitPrefixes("router=frr&view=adj-rib-in-pre&peer=" + VIEW_PEER, Set.copyOf(PREFIXES.subList(0, 2)));
        JsonNode main = session("frr", PEER);
        JsonNode view = session("frr", VIEW_PEER);
        assertThat(main.get("local_asn").asLong()).isEqualTo(65001);
        assertThat(view.get("local_asn").asLong()).isEqualTo(65002);
        assertThat(Set.of(
                        main.path("router_instance").asInt(1),
                        view.path("router_instance").asInt(1)))
                .containsExactlyInAnyOrder(1, 2);
        JsonNode second = main.has("router_instance") ? main : view;
        List<JsonNode> routes = pathproof.routes("router=" + RunningPathproof.encoded("frr#2"));
        assertThat(routes)
                .isNotEmpty()
                .allSatisfy(route -> assertThat(route.get("router_hash")).isEqualTo(second.get("router_hash")));
        assertThat(pathproof.metric("pathproof_bmp_connections_closed_total")).isZero();

        String printed = ChildProcess.run(RunningPathproof.command(
                                "query", "routes", "--url", pathproof.url(), "--router", "frr#2", "-o", "table")
                        .toArray(String[]::new))
                .output();
        assertThat(printed).contains("frr#2").contains(second.get("peer_ip").asString());
    }

    /** Two neighbors with the address fe80::1, of different AS. */
    @Test
    void neighborsWithOneLinkLocalAddressAreDifferentPeers() throws IOException {
        List<Long> neighbors = List.of(64496L, 64498L);
        try (LinkLocalNetwork network = new LinkLocalNetwork(neighbors)) {
            String recipe = recipe("64500", "198.51.100.1", "64496", network.station());
            network.start(folder, recipe.substring(recipe.indexOf(" bmp mirror buffer-limit")));
            awaitNeighbors(neighbors);
            List<JsonNode> sessions = sessions("link-local", "fe80::1");
            assertThat(names(sessions))
                    .hasSize(2)
                    .contains("fe80::1")
                    .allSatisfy(name ->
                            assertThat(name).matches("fe80::1(@AS64496-10\\.0\\.0\\.1|@AS64498-10\\.0\\.0\\.2)?"));
            String last = names(sessions).last();
            assertThat(pathproof.routes("peer=" + RunningPathproof.encoded(last)))
                    .hasSize(2)
                    .allSatisfy(route ->
                            assertThat(route.get("peer_name").asString()).isEqualTo(last));
        }
    }

    private static void awaitNeighbors(List<Long> neighbors) {
        Map<String, Set<String>> expected = new TreeMap<>();
        for (int i = 1; i <= neighbors.size(); i++) {
            expected.put(
                    neighbors.get(i - 1) + " 10.0.0." + i, Set.of(LinkLocalNetwork.prefix(i), LinkLocalNetwork.COMMON));
        }
        await().atMost(SETTLE_TIMEOUT).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
            Map<String, String> names = new TreeMap<>();
            sessions("link-local", "fe80::1")
                    .forEach(session -> names.put(
                            session.get("peer_hash").asString(),
                            session.get("peer_asn").asLong() + " "
                                    + session.get("peer_bgp_id").asString()));
            Map<String, Set<String>> shown = new TreeMap<>();
            pathproof
                    .routes("router=link-local&view=adj-rib-in-pre")
                    .forEach(route -> shown.computeIfAbsent(
                                    names.get(route.get("peer_hash").asString()), name -> new TreeSet<>())
                            .add(RunningPathproof.prefix(route)));
            assertThat(shown).isEqualTo(expected);
        });
    }

    private static SortedSet<String> names(List<JsonNode> sessions) {
        return sessions.stream()
                .map(session -> session.path("peer_name")
                        .asString(session.get("peer_ip").asString()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void announce(GoBgp speaker, List<String> prefixes) {
        for (String prefix : prefixes) {
            speaker.gobgp("global", "rib", "add", prefix, "nexthop", "192.0.2.1");
        }
    }

    private static Set<String> without(String prefix) {
        Set<String> left = new TreeSet<>(PREFIXES);
        left.remove(prefix);
        return left;
    }

    /** Waits until a table has these prefixes, each once. */
    private static void awaitPrefixes(String query, Set<String> expected) {
        await().atMost(SETTLE_TIMEOUT).pollInterval(Duration.ofMillis(250)).untilAsserted(() -> {
            Map<String, Integer> shown = new TreeMap<>();
            pathproof.routes(query).forEach(route -> shown.merge(RunningPathproof.prefix(route), 1, Integer::sum));
            assertThat(shown.keySet()).isEqualTo(expected);
            assertThat(shown.values()).as("%s", shown).containsOnly(1);
        });
    }

    private static void awaitOrigins(String query, Map<String, String> expected) {
        await().atMost(SETTLE_TIMEOUT).pollInterval(Duration.ofMillis(250)).untilAsserted(() -> {
            Map<String, String> shown = new TreeMap<>();
            pathproof.routes(query).stream()
                    .filter(route -> expected.containsKey(RunningPathproof.prefix(route)))
                    .forEach(route -> shown.put(
                            RunningPathproof.prefix(route),
                            route.at("/validity/origin/state").asString()));
            assertThat(shown).isEqualTo(expected);
        });
    }

    private static JsonNode session(String router, String peer) {
        return sessions(router, peer).getFirst();
    }

    /** Returns the pre-policy sessions of a router with a peer. */
    private static List<JsonNode> sessions(String router, String peer) {
        return pathproof
                .json("/api/v1/sessions?router=" + router)
                .get("sessions")
                .valueStream()
                .filter(session -> session.get("router_name").asString().equals(router))
                .filter(session -> session.get("peer_ip").asString().equals(peer))
                .filter(session -> session.get("view").asString().equals("adj-rib-in-pre"))
                .toList();
    }

    /** Returns the TOML of a neighbor with ADD-PATH in both directions for IPv4. */
    private static String withAddPath(String neighbor) {
        String family = "afi-safi-name = \"ipv4-unicast\"\n";
        return neighbor.replace(family, family + """
                [neighbors.afi-safis.add-paths.config]
                receive = true
                send-max = 8
                """);
    }

    private static String instance(String router, String peer, String peerAs) throws IOException {
        return recipe(router, peer, peerAs, "127.0.0.1");
    }

    private static String recipe(String router, String peer, String peerAs, String station) throws IOException {
        return Recipe.of(
                "frr",
                Map.of(
                        "router bgp 64500",
                        "router bgp " + router,
                        "198.51.100.1",
                        peer,
                        "64496",
                        peerAs,
                        "pathproof.example",
                        station,
                        "11019",
                        Integer.toString(pathproof.bmpPort),
                        "min-retry 1000 max-retry 30000",
                        "min-retry 100 max-retry 2000"));
    }
}
