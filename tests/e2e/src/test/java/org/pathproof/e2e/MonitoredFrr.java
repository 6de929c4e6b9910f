// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

/**
 * The configuration of an FRR that Pathproof monitors. The router is a view, where every next hop counts as reachable,
 * so that it needs no zebra.
 */
final class MonitoredFrr {
    static final int AS = 64500;
    static final String VIEW = "pathproof";

    private static final Duration CONNECTED = Duration.ofMinutes(2);

    private MonitoredFrr() {}

    /**
     * Returns the configuration.
     *
     * @param number last byte of the BGP Identifier
     * @param neighbors lines of the router, with a line feed after each
     */
    static String config(String name, int number, int bmpPort, String neighbors) {
        return """
                hostname %s
                router bgp %d view %s
                 bgp router-id 10.255.0.%d
                 no bgp ebgp-requires-policy
                %s bmp mirror buffer-limit 134217728
                 bmp targets pathproof
                  bmp connect 127.0.0.1 port %d min-retry 100 max-retry 1000
                  bmp monitor ipv4 unicast pre-policy
                  bmp mirror
                 exit
                exit
                """.formatted(name, AS, VIEW, number, neighbors, bmpPort);
    }

    /** Returns the lines of the signing neighbor. */
    static String signingNeighbor() {
        return """
                 neighbor %1$s remote-as %2$d
                 neighbor %1$s passive
                 neighbor %1$s disable-connected-check
                 address-family ipv4 unicast
                  neighbor %1$s soft-reconfiguration inbound
                 exit-address-family
                """.formatted(SigningNeighbor.ADDRESS, SigningNeighbor.AS);
    }

    /** Waits until a number of routers are monitored. FRR mirrors only messages that arrive afterwards. */
    static void awaitMonitored(RunningPathproof pathproof, int routers) {
        await("monitored routers")
                .atMost(CONNECTED)
                .until(() -> pathproof
                                .json("/api/v1/sessions")
                                .get("sessions")
                                .valueStream()
                                .map(session -> session.path("router_name").asString(""))
                                .distinct()
                                .count()
                        >= routers);
    }
}
