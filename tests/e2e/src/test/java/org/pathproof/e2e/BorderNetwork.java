// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.GoBgp;
import org.pathproof.lab.routers.SigningUpstream;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An AS with two border routers, which are clients of each other: FRR with a kernel table in a network namespace, and
 * GoBGP, which monitors its Loc-RIB. Routes of external neighbors can have a next hop behind {@link #removeNextHop a
 * route that vanishes}.
 */
final class BorderNetwork implements AutoCloseable {
    static final long AS = 64999;
    /** BGP Identifier of Pathproof. */
    static final String SPEAKER = "10.255.0.254";

    private static final Duration CONNECTED = Duration.ofSeconds(60);
    private static final String VANISHING = "192.0.99.";

    private final String name = "border-" + ProcessHandle.current().pid();
    private final String outside = "bn" + ProcessHandle.current().pid();
    private final String network = "10." + (200 + ProcessHandle.current().pid() / 100 % 50) + "."
            + ProcessHandle.current().pid() % 100 + ".";
    private final List<Closeable> ends = new ArrayList<>();
    private final Map<Integer, SigningUpstream> upstreams = new HashMap<>();

    /** Creates the network without routers. Aborts the test where namespaces are not permitted. */
    BorderNetwork() {
        ChildProcess.Outcome made = ChildProcess.run("sh", "-c", "ip netns add " + name);
        Assumptions.assumeTrue(made.exitCode() == 0, "NOT TESTED: no network namespace: " + made.output());
        ends.add(() -> run("ip netns del " + name));
        run("ip link add " + outside + " type veth peer name uplink netns " + name);
        for (int host : List.of(1, 3, 11, 12, 13, 14, 15, 16)) {
            run("ip addr add " + address(host) + "/24 dev " + outside);
        }
        run(
                "ip link set " + outside + " up",
                "ip -n " + name + " addr add " + frr() + "/24 dev uplink",
                "ip -n " + name + " link set uplink up",
                "ip -n " + name + " link set lo up",
                "ip -n " + name + " route add " + VANISHING + "0/24 via " + address(12));
    }

    /** Returns the name of FRR's network namespace. */
    String namespace() {
        return name;
    }

    /** Returns the command that runs the command that follows it in the network namespace. */
    List<String> inside() {
        return List.of("ip", "netns", "exec", name);
    }

    String address(int host) {
        return network + host;
    }

    /** Returns the address of Pathproof in its sessions with FRR and BMP. */
    String station() {
        return address(1);
    }

    /** Returns the address of Pathproof in its session with GoBGP. */
    String secondStation() {
        return address(3);
    }

    String frr() {
        return address(2);
    }

    String goBgp() {
        return address(14);
    }

    /** Starts FRR as router r1. It monitors the paths of its neighbors before and after policy; it has no Loc-RIB. */
    FrrBgpd startFrr(Path folder, int bmpPort) throws IOException {
        StringBuilder config = new StringBuilder("""
                hostname r1
                router bgp %1$d
                 bgp router-id 10.255.0.1
                 no bgp ebgp-requires-policy
                 bgp disable-ebgp-connected-route-check
                 neighbor %2$s remote-as %1$d
                 neighbor %2$s passive
                 neighbor %3$s remote-as %1$d
                 neighbor %3$s passive
                """.formatted(AS, station(), goBgp()));
        for (int host : List.of(11, 12, 13)) {
            config.append(
                    " neighbor %1$s remote-as %2$d\n neighbor %1$s passive\n".formatted(address(host), asOf(host)));
        }
        config.append("""
                 address-family ipv4 unicast
                  neighbor %1$s route-reflector-client
                  neighbor %1$s prefix-list pathproof-nothing out
                  neighbor %2$s route-reflector-client
                """.formatted(station(), goBgp()));
        for (int host : List.of(11, 12, 13)) {
            config.append("  neighbor %s soft-reconfiguration inbound\n".formatted(address(host)));
        }
        config.append("""
                 exit-address-family
                 bmp targets pathproof
                  bmp connect %s port %d min-retry 100 max-retry 1000
                  bmp monitor ipv4 unicast pre-policy
                  bmp monitor ipv4 unicast post-policy
                 exit
                exit
                ip prefix-list pathproof-nothing seq 5 deny any
                """.formatted(station(), bmpPort));
        FrrBgpd router = FrrBgpd.inNamespace(
                name, frr(), Files.createDirectories(folder.resolve("r1")), "bmp", config.toString());
        ends.add(router::close);
        return router;
    }

    /** Starts GoBGP as router r2, with a session to FRR. It monitors all views. */
    GoBgp startGoBgp(Path folder, int port, int bmpPort) throws IOException {
        StringBuilder config = new StringBuilder("""
                [[bmp-servers]]
                  [bmp-servers.config]
                    address = "%s"
                    port = %d
                    sys-name = "r2"
                    route-monitoring-policy = "all"
                """.formatted(station(), bmpPort));
        config.append(GoBgp.activeNeighbor(frr(), (int) AS, 179, goBgp())).append(client());
        config.append(GoBgp.passiveNeighbor(secondStation(), (int) AS)).append(client());
        for (int host : List.of(15, 16)) {
            config.append(GoBgp.passiveNeighbor(address(host), (int) asOf(host)));
        }
        GoBgp router =
                new GoBgp(Files.createDirectories(folder.resolve("r2")), goBgp(), port, (int) AS, config.toString());
        ends.add(router::close);
        return router;
    }

    /**
     * Starts Pathproof with a feed to each router. A path whose origin is invalid is refused.
     *
     * @param goBgpPort BGP port of GoBGP
     * @param fields further fields of the group in the policy
     */
    RunningPathproof startPathproof(Path folder, int rtrPort, int goBgpPort, String... fields) throws IOException {
        Path policy = Files.writeString(
                folder.resolve("policy.yaml"),
                """
                own-as: %d
                cluster-id: 10.255.0.253
                groups:
                  - name: border
                    routers: [r1, r2]
                    policy: reject-not-valid
                    reject: [origin-invalid]
                """.formatted(AS) + String.join("", fields).indent(4));
        Path config = Files.writeString(folder.resolve("pathproof.yaml"), """
                pathproof:
                  collector:
                    path-attributes:
                      routers: [r1, r2]
                      views: [ADJ_RIB_IN_PRE, ADJ_RIB_IN_POST, LOC_RIB]
                    feed-speakers: ["%1$s@%3$s", "%2$s@%3$s"]
                  feeds:
                    policy: %4$s
                    identifier: %3$s
                    use-timeout: 2s
                    routers:
                      - router: r1
                        neighbor: %5$s
                        local-address: %1$s
                      - router: r2
                        neighbor: %6$s
                        port: %7$d
                        local-address: %2$s
                """.formatted(
                        station(), secondStation(), SPEAKER, policy, frr(), goBgp(), goBgpPort));
        return RunningPathproof.start(folder, "--rtr", "127.0.0.1:" + rtrPort, "--config", config.toString());
    }

    private static String client() {
        return """
                [neighbors.route-reflector.config]
                route-reflector-client = true
                route-reflector-cluster-id = "10.255.0.2"
                """;
    }

    private static long asOf(int host) {
        return 65000L + host;
    }

    /** Announces a route of an external neighbor of FRR, with the neighbor as next hop. */
    void announceToFrr(int host, String prefix, Long... rest) throws IOException {
        announce(host, frr(), 179, prefix, address(host), rest);
    }

    /** Announces a route whose next hop vanishes with {@link #removeNextHop}. */
    void announceVanishing(int host, String prefix, Long... rest) throws IOException {
        announce(host, frr(), 179, prefix, VANISHING + "1", rest);
    }

    /** Announces a route of an external neighbor of GoBGP. */
    void announceToGoBgp(int host, int port, String prefix, Long... rest) throws IOException {
        announce(host, goBgp(), port, prefix, address(host), rest);
    }

    private void announce(int host, String router, int port, String prefix, String nextHop, Long... rest)
            throws IOException {
        SigningUpstream upstream = upstreams.get(host);
        if (upstream == null) {
            upstream = upstreamOf(address(host), host, new InetSocketAddress(InetAddress.ofLiteral(router), port));
            upstreams.put(host, upstream);
            ends.add(upstream);
        }
        List<Long> path = new ArrayList<>(List.of(asOf(host)));
        path.addAll(List.of(rest));
        upstream.send(new Update(
                List.of(),
                List.of(
                        new Origin(PathAttribute.FLAG_TRANSITIVE, 0),
                        new AsPath(
                                PathAttribute.FLAG_TRANSITIVE, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, path))),
                        new NextHop(
                                PathAttribute.FLAG_TRANSITIVE,
                                Bytes.wrap(InetAddress.ofLiteral(nextHop).getAddress()))),
                List.of(Nlri.of(Prefix.parse(prefix))),
                List.of()));
    }

    private static SigningUpstream upstreamOf(String address, int host, InetSocketAddress router) {
        return Awaitility.await("session with " + router)
                .atMost(CONNECTED)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> new SigningUpstream(address, asOf(host), router), _ -> true);
    }

    /** Removes FRR's route to the next hop of {@link #announceVanishing}, while all sessions stay up. */
    void removeNextHop() {
        run("ip -n " + name + " route del " + VANISHING + "0/24");
    }

    /** Returns FRR's paths to a prefix, as {@code show bgp} has them. */
    static List<JsonNode> paths(FrrBgpd frr, String prefix) {
        String json = frr.vtysh("show bgp ipv4 unicast " + prefix + " json");
        return JsonMapper.shared()
                .readTree(json.substring(Math.max(0, json.indexOf('{'))))
                .path("paths")
                .valueStream()
                .toList();
    }

    /** Returns the AS_PATH of FRR's best path to a prefix; empty without a route. */
    static String best(FrrBgpd frr, String prefix) {
        return paths(frr, prefix).stream()
                .filter(path -> path.at("/bestpath/overall").asBoolean(false))
                .map(path -> path.at("/aspath/string").asString(""))
                .findFirst()
                .orElse("");
    }

    /**
     * Waits until FRR knows the next hops of its paths to a prefix. It does not monitor a path after policy whose next
     * hop it has not resolved when the path arrives.
     */
    static void awaitNextHops(FrrBgpd frr, String prefix, int paths) {
        Awaitility.await("next hops of FRR")
                .atMost(CONNECTED)
                .until(() -> paths(frr, prefix).stream()
                                .filter(path -> path.path("valid").asBoolean(false))
                                .count()
                        == paths);
    }

    private static void run(String... commands) {
        ChildProcess.Outcome outcome = ChildProcess.run("sh", "-ec", String.join("\n", commands));
        if (outcome.exitCode() != 0) {
            throw new IllegalStateException(outcome.output());
        }
    }

    @Override
    public void close() throws IOException {
        for (Closeable end : ends.reversed()) {
            end.close();
        }
    }
}
