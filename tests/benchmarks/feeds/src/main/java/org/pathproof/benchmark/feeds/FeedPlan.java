// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.benchmark.feeds.table.Lan;
import org.pathproof.benchmark.feeds.table.Lan.Upstream;

/**
 * The routers of a Pathproof, and its feeds.
 *
 * @param monitored addresses from which routers send BMP
 * @param fed the routers that Pathproof feeds
 * @param signing addresses of the neighbors that send BGPsec_PATH beside AS_PATH
 * @param speakers addresses of the replicas, each with {@code @} and its BGP Identifier
 */
record FeedPlan(List<String> monitored, List<Fed> fed, List<String> signing, List<String> speakers) {
    private static final int BGP_PORT = 179;

    /**
     * A router that Pathproof feeds.
     *
     * @param router address from which the router sends BMP
     * @param neighbor address of its BGP sessions
     * @param localAddress address of Pathproof
     * @param passive true if Pathproof waits for the router, on {@code localAddress}
     */
    record Fed(String router, String neighbor, int port, String localAddress, boolean passive) {}

    /** Returns the plan of a run with one border router. */
    static FeedPlan oneBorder(int port) {
        return new FeedPlan(
                List.of(Lan.BMP_ROUTER),
                List.of(new Fed(Lan.BMP_ROUTER, Lan.BORDER, port, Lan.PATHPROOF, false)),
                Stream.of(Upstream.values()).map(upstream -> upstream.address).toList(),
                List.of(Lan.PATHPROOF + "@" + Lan.BGP_IDENTIFIER, Lan.REPLICA + "@" + Lan.REPLICA_IDENTIFIER));
    }

    /** Returns the plan of runs with two border routers. */
    static FeedPlan twoBorders() {
        List<Integer> borders = List.of(1, 2, Core.NOT_FED);
        return new FeedPlan(
                borders.stream().map(Core::router).toList(),
                borders.stream()
                        .filter(border -> border != Core.NOT_FED)
                        .map(Core::router)
                        .map(router -> new Fed(router, router, BGP_PORT, Core.PATHPROOF, true))
                        .toList(),
                borders.stream()
                        .flatMap(border -> Stream.of(1, 2, 3).map(index -> Core.upstream(border, index)))
                        .toList(),
                List.of(Core.PATHPROOF + "@" + Lan.BGP_IDENTIFIER));
    }

    /** Returns the policy document for all monitored routers. */
    String policy() {
        return """
                own-as: %d
                cluster-id: 10.0.0.253
                groups:
                  - name: border
                    routers: %s
                    policy: reject-not-valid
                """.formatted(SignedPaths.LOCAL_AS, list(monitored));
    }

    /** Returns the settings of the collector that depend on this plan, as YAML. */
    String collector() {
        return """
                dual-path-peers: %s
                path-attributes:
                  routers: %s
                feed-speakers: %s
                """.formatted(list(signing), list(monitored), list(speakers));
    }

    /** Returns the list of fed routers for {@code pathproof.feeds.routers}, as YAML. */
    String routers(long holdTimeSeconds) {
        return fed.stream()
                .map(router -> """
                        - router: %s
                          neighbor: %s
                          port: %d
                          local-address: %s
                          hold-time: %ds
                          passive: %b
                        """.formatted(
                                router.router(),
                                router.neighbor(),
                                router.port(),
                                router.localAddress(),
                                holdTimeSeconds,
                                router.passive()))
                .collect(Collectors.joining());
    }

    /** Returns the addresses on which Pathproof waits for routers, as YAML. */
    String listen() {
        return list(fed.stream()
                .filter(Fed::passive)
                .map(Fed::localAddress)
                .distinct()
                .toList());
    }

    private static String list(List<String> values) {
        return values.stream().map(value -> "\"" + value + "\"").collect(Collectors.joining(", ", "[", "]"));
    }
}
