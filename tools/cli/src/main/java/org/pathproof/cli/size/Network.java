// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import java.time.Duration;

/**
 * The network that Pathproof serves, and the margins of its operator.
 *
 * @param routers routers that send BMP
 * @param feeds routers that receive overrides over BGP
 * @param overrides overrides in a feed
 * @param peers peers of a router, whose tables the router sends
 * @param routes routes of a peer
 * @param signed share of signed routes, 0 to 1
 * @param updates updates of a peer a second, on a busy day
 * @param tableTime time in which all routers send their tables after a start
 * @param routerKeys router keys in the RPKI
 * @param vrps VRPs in the RPKI
 * @param verifications signatures that OpenSSL verifies a second on a core of a node
 * @param engine engine of the nodes
 * @param replication replication factor of Kafka's topics
 * @param retention time for which all validators may be down without a loss of route events
 * @param headroom unused share of the requested processors, 0 to 0.9
 */
record Network(
        int routers,
        int feeds,
        long overrides,
        int peers,
        long routes,
        double signed,
        double updates,
        Duration tableTime,
        long routerKeys,
        long vrps,
        double verifications,
        Engine engine,
        int replication,
        Duration retention,
        double headroom) {
    /** Returns the number of routes of all peers of all routers. */
    double allRoutes() {
        return (double) routers * peers * routes;
    }

    /** Returns the updates a second of all routers on a busy day. */
    double churn() {
        return updates * routers * peers;
    }

    /** Returns the updates a second while all routers send their tables. */
    double tableRate() {
        return allRoutes() / tableTime.toSeconds();
    }

    /** Returns the higher one of both rates. */
    double peakRate() {
        return Math.max(churn(), tableRate());
    }
}
