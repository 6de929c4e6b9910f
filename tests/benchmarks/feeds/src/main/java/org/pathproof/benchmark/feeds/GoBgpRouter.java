// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.benchmark.feeds.Shape.Feature;
import org.pathproof.benchmark.feeds.table.Best;
import org.pathproof.benchmark.feeds.table.GoBgpPaths;
import org.pathproof.benchmark.feeds.table.LineWatch;
import org.pathproof.benchmark.feeds.table.Namespace;
import org.pathproof.benchmark.feeds.table.Timeline;
import org.pathproof.harness.GoBgp;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** GoBGP as border router in a namespace of its own. It has no routes in the kernel. */
final class GoBgpRouter implements NetworkRouter {
    private static final int BGP_PORT = 179;

    private final int number;
    private final Timeline best;
    private final GoBgp router;
    private final LineWatch watch;

    GoBgpRouter(int number, Path folder, Namespace namespace, Shape shape, int bmpPort) throws IOException {
        this.number = number;
        best = new Timeline("GoBGP " + number);
        router = GoBgp.inNamespace(
                namespace.inside(),
                Files.createDirectories(folder.resolve("gobgp-" + number)),
                Core.router(number),
                (int) SignedPaths.LOCAL_AS,
                config(number, shape, bmpPort));
        List<String> command = new ArrayList<>(router.client());
        command.addAll(List.of("monitor", "global", "rib", "-j"));
        watch = new LineWatch(command, this::onLine);
    }

    private static String config(int number, Shape shape, int bmpPort) {
        StringBuilder config =
                new StringBuilder(policies(number, shape)).append("""
                [[bmp-servers]]
                  [bmp-servers.config]
                    address = "%s"
                    port = %d
                    route-monitoring-policy = "all"
                    sys-name = "border%d"
                """.formatted(Core.PATHPROOF, bmpPort, number));
        for (Shape.Neighbor upstream : shape.upstreams(number)) {
            config.append(GoBgp.passiveNeighbor(upstream.address(), (int) upstream.asn()));
            if (upstream.addPath()) {
                config.append("[neighbors.add-paths.config]\nreceive = true\n");
            }
        }
        for (int other : shape.internal(number)) {
            String address = Core.router(other);
            config.append(
                    other < number
                            ? GoBgp.activeNeighbor(address, (int) SignedPaths.LOCAL_AS, BGP_PORT, Core.router(number))
                            : GoBgp.passiveNeighbor(address, (int) SignedPaths.LOCAL_AS));
            if (!shape.has(Feature.PLAIN_IBGP)) {
                config.append(client(number));
            }
        }
        return config.append(
                        GoBgp.activeNeighbor(Core.PATHPROOF, (int) SignedPaths.LOCAL_AS, BGP_PORT, Core.router(number)))
                .append(client(number))
                .toString();
    }

    private static String client(int number) {
        return """
                [neighbors.route-reflector.config]
                route-reflector-client = true
                route-reflector-cluster-id = "%s"
                """.formatted(Core.router(number));
    }

    private static String policies(int number, Shape shape) {
        StringBuilder imports = new StringBuilder();
        StringBuilder definitions = new StringBuilder();
        if (shape.has(Feature.PREFERENCES)) {
            for (Shape.Neighbor upstream : shape.upstreams(number)) {
                String name = "preferred-" + upstream.index();
                imports.append(imports.isEmpty() ? "" : ", ")
                        .append('"')
                        .append(name)
                        .append('"');
                definitions.append("""
                        [[defined-sets.prefix-sets]]
                        prefix-set-name = "%1$s"
                        [[defined-sets.prefix-sets.prefix-list]]
                        ip-prefix = "%2$s"
                        masklength-range = "16..24"
                        [[defined-sets.neighbor-sets]]
                        neighbor-set-name = "%1$s"
                        neighbor-info-list = ["%3$s"]
                        [[policy-definitions]]
                        name = "%1$s"
                        [[policy-definitions.statements]]
                        name = "%1$s"
                        [policy-definitions.statements.conditions.match-prefix-set]
                        prefix-set = "%1$s"
                        [policy-definitions.statements.conditions.match-neighbor-set]
                        neighbor-set = "%1$s"
                        [policy-definitions.statements.actions]
                        route-disposition = "accept-route"
                        [policy-definitions.statements.actions.bgp-actions]
                        set-local-pref = 200
                        """.formatted(name, Flow.network(upstream.index()), upstream.address()));
            }
        }
        String exports = "";
        if (shape.has(Feature.NEXT_HOP_SELF)) {
            exports = "\"own-next-hop\"";
            StringBuilder internal = new StringBuilder();
            for (int other : shape.internal(number)) {
                internal.append(internal.isEmpty() ? "" : ", ")
                        .append('"')
                        .append(Core.router(other))
                        .append('"');
            }
            definitions.append("""
                    [[defined-sets.neighbor-sets]]
                    neighbor-set-name = "internal"
                    neighbor-info-list = [%s]
                    [[policy-definitions]]
                    name = "own-next-hop"
                    [[policy-definitions.statements]]
                    name = "own-next-hop"
                    [policy-definitions.statements.conditions.match-neighbor-set]
                    neighbor-set = "internal"
                    [policy-definitions.statements.actions]
                    route-disposition = "accept-route"
                    [policy-definitions.statements.actions.bgp-actions]
                    set-next-hop = "self"
                    """.formatted(internal));
        }
        return """
                [global.apply-policy.config]
                import-policy-list = [%s]
                default-import-policy = "accept-route"
                export-policy-list = [%s]
                default-export-policy = "accept-route"
                %s
                """.formatted(imports, exports, definitions);
    }

    private void onLine(String line) {
        for (JsonNode path : JsonMapper.shared().readTree(line)) {
            best.observe(Prefix.parse(path.at("/nlri/prefix").asString()), GoBgpPaths.best(path));
        }
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
        // The monitor reports all prefixes.
    }

    @Override
    public Table table() {
        Map<Prefix, Best> bests = new HashMap<>();
        int paths = 0;
        JsonNode table = json("global", "rib", "-j");
        for (Map.Entry<String, JsonNode> route : table.properties()) {
            paths += route.getValue().size();
            for (JsonNode path : route.getValue()) {
                if (path.path("best").asBoolean(false)) {
                    bests.put(Prefix.parse(route.getKey()), GoBgpPaths.best(path));
                }
            }
        }
        return new Table(bests, paths);
    }

    @Override
    public long updates() {
        long updates = 0;
        for (JsonNode neighbor : json("neighbor", "-j")) {
            updates += neighbor.at("/state/messages/received/update").asLong(0);
        }
        return updates;
    }

    private JsonNode json(String... words) {
        return JsonMapper.shared().readTree(router.gobgp(words));
    }

    @Override
    public void close() {
        watch.close();
        router.close();
    }
}
