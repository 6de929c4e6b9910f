// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.benchmark.feeds.table.Namespace;
import org.pathproof.harness.ChildProcess;

/**
 * The addresses and links of a network with two border routers. All routers and Pathproof have an address in one LAN.
 * Each border router has a further network for its upstreams, whose addresses are the next hops. Routers have a route
 * to these networks, as an IGP has.
 */
final class Core implements AutoCloseable {
    /** Address of Pathproof in the LAN. */
    static final String PATHPROOF = "198.19.0.9";

    static final int REFLECTOR = 4;
    static final int INNER = 5;
    /** The second border router where it is not fed. */
    static final int NOT_FED = 3;

    private static final String BRIDGE = "core";

    Core() {
        run(
                "ip link add " + BRIDGE + " type bridge",
                "ip addr add " + PATHPROOF + "/24 dev " + BRIDGE,
                "ip link set " + BRIDGE + " up");
    }

    /** Returns the address of a router in the LAN. */
    static String router(int number) {
        return "198.19.0." + number;
    }

    /** Returns the address of a border router in the network of its upstreams. */
    static String edge(int border) {
        return upstreams(border) + "1";
    }

    /** Returns the address of an upstream. */
    static String upstream(int border, int index) {
        return upstreams(border) + (10 + index);
    }

    private static String upstreams(int border) {
        return "198.19.1" + border + ".";
    }

    /**
     * Connects a router to the LAN.
     *
     * @param reachable the border routers to whose upstreams the router has a route
     */
    void connect(Namespace namespace, int number, List<Integer> reachable) {
        String inside = inside(namespace);
        List<String> commands = new ArrayList<>(List.of(
                remove("core-" + number),
                "ip link add core-" + number + " type veth peer name core netns " + namespace.id(),
                "ip link set core-" + number + " master " + BRIDGE + " up",
                inside + " ip addr add " + router(number) + "/24 dev core",
                inside + " ip link set core up"));
        for (int border : reachable) {
            commands.add(inside + " ip route add " + upstreams(border) + "0/24 via " + router(border));
        }
        run(commands.toArray(String[]::new));
    }

    /** Creates the network of a border router's upstreams. */
    void connectUpstreams(Namespace namespace, int border) {
        String link = "edge-" + border;
        String inside = inside(namespace);
        run(
                remove(link),
                "ip link add " + link + " type veth peer name edge netns " + namespace.id(),
                inside + " ip addr add " + edge(border) + "/24 dev edge",
                inside + " ip link set edge up",
                "ip link set " + link + " up",
                "for i in 1 2 3; do ip addr add " + upstreams(border) + "1$i/24 dev " + link + "; done");
    }

    /** Returns a command that removes a link of an earlier network, which may be gone with its namespace. */
    private static String remove(String link) {
        return "ip link del " + link + " 2>/dev/null || true";
    }

    private static String inside(Namespace namespace) {
        return String.join(" ", namespace.inside());
    }

    private static void run(String... commands) {
        ChildProcess.Outcome outcome = ChildProcess.run("sh", "-ec", String.join("\n", commands));
        if (outcome.exitCode() != 0) {
            throw new IllegalStateException(String.join("; ", commands) + ": " + outcome.output());
        }
    }

    @Override
    public void close() {
        run(remove(BRIDGE));
    }
}
