// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.benchmark.feeds.table.GoBgpPaths;
import org.pathproof.benchmark.feeds.table.Lan;
import org.pathproof.benchmark.feeds.table.Lan.Upstream;
import org.pathproof.benchmark.feeds.table.LineWatch;
import org.pathproof.benchmark.feeds.table.Timeline;
import org.pathproof.harness.GoBgp;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** GoBGP as border router. The router reports each change of its best paths, and has no routes in the kernel. */
final class GoBgpBorder implements Border {
    private final Timeline best = new Timeline("GoBGP");
    private final GoBgp router;
    private final LineWatch watch;

    GoBgpBorder(Path folder, int port, int bmpPort) throws IOException {
        router = new GoBgp(folder, Lan.BORDER, port, (int) Workload.LOCAL_AS, config(bmpPort));
        List<String> command = new ArrayList<>(router.client());
        command.addAll(List.of("monitor", "global", "rib", "-j"));
        watch = new LineWatch(command, this::onLine);
    }

    private static String config(int bmpPort) {
        StringBuilder config = new StringBuilder("""
                [[bmp-servers]]
                  [bmp-servers.config]
                    address = "127.0.0.1"
                    port = %d
                    route-monitoring-policy = "all"
                """.formatted(bmpPort));
        for (Upstream upstream : Upstream.values()) {
            config.append(GoBgp.passiveNeighbor(upstream.address, (int) upstream.asn));
        }
        for (String inner : List.of(Lan.PATHPROOF, Lan.REPLICA, Lan.BIRD, Lan.FRR)) {
            config.append(GoBgp.passiveNeighbor(inner, (int) Workload.LOCAL_AS));
            if (Lan.feeds(inner)) {
                config.append("""
                        [neighbors.route-reflector.config]
                        route-reflector-client = true
                        route-reflector-cluster-id = "10.0.0.1"
                        """);
            }
        }
        return config.toString();
    }

    private void onLine(String line) {
        for (JsonNode path : JsonMapper.shared().readTree(line)) {
            best.observe(Prefix.parse(path.at("/nlri/prefix").asString()), GoBgpPaths.best(path));
        }
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
    public void close() {
        watch.close();
        router.close();
    }
}
