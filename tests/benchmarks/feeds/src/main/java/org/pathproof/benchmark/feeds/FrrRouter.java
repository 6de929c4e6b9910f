// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.benchmark.feeds.Shape.Feature;
import org.pathproof.benchmark.feeds.table.Best;
import org.pathproof.benchmark.feeds.table.FrrPaths;
import org.pathproof.benchmark.feeds.table.FrrVty;
import org.pathproof.benchmark.feeds.table.Namespace;
import org.pathproof.benchmark.feeds.table.Poller;
import org.pathproof.benchmark.feeds.table.Timeline;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;

/** FRR in a namespace of its own. Zebra writes its routes to the kernel. */
final class FrrRouter implements NetworkRouter {
    private final int number;
    private final Timeline best;
    private final FrrBgpd router;
    private final Poller poller;
    private final FrrVty vty;

    /** @param config lines of bgpd */
    private FrrRouter(int number, Path folder, Namespace namespace, String config) throws IOException {
        this.number = number;
        best = new Timeline("FRR " + number);
        router = FrrBgpd.withKernel(
                namespace.inside(), Files.createDirectories(folder.resolve("frr-" + number)), "bmp", config);
        poller = new Poller(best, new FrrPaths(router.vty(), ""));
        vty = new FrrVty(router.vty());
    }

    /** Starts a border router. */
    static FrrRouter border(int number, Path folder, Namespace namespace, Shape shape, int bmpPort) throws IOException {
        StringBuilder config = new StringBuilder(
                """
                hostname border%1$d
                ip prefix-list pathproof-nothing seq 5 deny any
                ip prefix-list preferred-1 seq 5 permit %3$s le 24
                ip prefix-list preferred-2 seq 5 permit %4$s le 24
                route-map preferred-1 permit 10
                 match ip address prefix-list preferred-1
                 set local-preference 200
                exit
                route-map preferred-1 permit 20
                exit
                route-map preferred-2 permit 10
                 match ip address prefix-list preferred-2
                 set local-preference 200
                exit
                route-map preferred-2 permit 20
                exit
                router bgp %2$d
                 bgp router-id %5$s
                 no bgp ebgp-requires-policy
                """.formatted(number, SignedPaths.LOCAL_AS, Flow.network(1), Flow.network(2), Core.router(number)));
        for (Shape.Neighbor upstream : shape.upstreams(number)) {
            config.append("""
                     neighbor %1$s remote-as %2$d
                     neighbor %1$s passive
                     address-family ipv4 unicast
                      neighbor %1$s soft-reconfiguration inbound
                     exit-address-family
                    """.formatted(upstream.address(), upstream.asn()));
            if (shape.has(Feature.PREFERENCES)) {
                config.append(inFamily(
                        "neighbor " + upstream.address() + " route-map preferred-" + upstream.index() + " in"));
            }
        }
        for (int other : shape.internal(number)) {
            config.append(internal(Core.router(other)));
            if (shape.has(Feature.NEXT_HOP_SELF)) {
                String force = shape.has(Feature.FORCE) ? " force" : "";
                config.append(inFamily("neighbor " + Core.router(other) + " next-hop-self" + force));
            }
        }
        config.append(internal(Core.PATHPROOF))
                .append(inFamily("neighbor " + Core.PATHPROOF + " route-reflector-client"))
                .append(inFamily("neighbor " + Core.PATHPROOF + " prefix-list pathproof-nothing out"))
                .append("""
                         bmp mirror buffer-limit 134217728
                         bmp targets pathproof
                          bmp connect %s port %d min-retry 100 max-retry 1000
                          bmp monitor ipv4 unicast pre-policy
                          bmp monitor ipv4 unicast post-policy
                          bmp mirror
                         exit
                        exit
                        """.formatted(Core.PATHPROOF, bmpPort));
        return new FrrRouter(number, folder, namespace, config.toString());
    }

    /** Starts a router without upstreams and without BMP. */
    static FrrRouter inner(int number, Path folder, Namespace namespace, List<Integer> neighbors, boolean reflector)
            throws IOException {
        StringBuilder config = new StringBuilder(
                "router bgp %d\n bgp router-id %s\n".formatted(SignedPaths.LOCAL_AS, Core.router(number)));
        for (int neighbor : neighbors) {
            config.append(internal(Core.router(neighbor)));
            if (reflector) {
                config.append(inFamily("neighbor " + Core.router(neighbor) + " route-reflector-client"));
            }
        }
        return new FrrRouter(number, folder, namespace, config + "exit\n");
    }

    private static String internal(String address) {
        return " neighbor %1$s remote-as %2$d\n neighbor %1$s timers connect 1\n"
                .formatted(address, SignedPaths.LOCAL_AS);
    }

    private static String inFamily(String line) {
        return " address-family ipv4 unicast\n  " + line + "\n exit-address-family\n";
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public Timeline best() {
        return best;
    }

    @Override
    public void watch(Prefix prefix) {
        poller.watch(prefix);
    }

    @Override
    public Table table() throws IOException {
        Map<Prefix, Best> bests = new HashMap<>();
        int paths = 0;
        JsonNode routes = json("show bgp ipv4 unicast json").path("routes");
        for (Map.Entry<String, JsonNode> route : routes.properties()) {
            for (JsonNode path : route.getValue()) {
                paths++;
                if (path.path("bestpath").asBoolean(false)) {
                    bests.put(
                            Prefix.parse(route.getKey()),
                            Best.of(
                                    path.at("/nexthops/0/ip").asString(""),
                                    path.path("locPrf").asLong(0),
                                    path.path("peerId").asString(""),
                                    path.path("path").asString("").strip()));
                }
            }
        }
        return new Table(bests, paths);
    }

    @Override
    public long updates() throws IOException {
        long updates = 0;
        for (JsonNode neighbor : json("show bgp neighbors json")) {
            updates += neighbor.at("/messageStats/updatesRecv").asLong(0);
        }
        return updates;
    }

    private synchronized JsonNode json(String command) throws IOException {
        return vty.json(command);
    }

    @Override
    public void close() throws IOException {
        poller.close();
        vty.close();
        router.close();
    }
}
