// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.benchmark.feeds.Flow.Announced;
import org.pathproof.harness.Conditions;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.wire.Prefix;

/**
 * A network whose routers are known to Pathproof. Each upstream announces a prefix of its own for the whole time,
 * because FRR 8.4 monitors no path after policy whose next hop it did not know when the path arrived.
 */
final class RunningNetwork implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final Network network;
    private final Set<Announced> announced = new LinkedHashSet<>();

    /** Takes a network over. Waits until all routers have the upstreams' prefixes and Pathproof feeds the routers. */
    RunningNetwork(Network network, Chain chain) throws IOException, InterruptedException {
        this.network = network;
        try {
            List<Flow> anchors = new ArrayList<>();
            for (int border : network.shape().borders()) {
                for (Shape.Neighbor upstream : network.shape().upstreams(border)) {
                    Flow anchor = new Flow(Prefix.parse("10.60." + (10 * border + upstream.index()) + ".0/24"));
                    announce(anchor.add(upstream, 0, upstream.addPath() ? 1 : 0));
                    anchors.add(anchor);
                }
            }
            for (NetworkRouter router : network.routers()) {
                Conditions.await(
                        "the prefixes of all upstreams at router " + router.number(), () -> hasAll(router, anchors));
            }
            chain.awaitFeeds(
                    network.shape().borders().stream().map(Core::router).toList());
            for (Flow anchor : anchors) {
                chain.awaitValid(anchor);
            }
        } catch (IOException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private static boolean hasAll(NetworkRouter router, List<Flow> flows) {
        try {
            Set<Prefix> known = router.table().best().keySet();
            return flows.stream().allMatch(flow -> known.contains(flow.prefix()));
        } catch (IOException e) {
            throw new IllegalStateException("a router does not answer", e);
        }
    }

    Network network() {
        return network;
    }

    /** Announces a path with a right signature. */
    void announce(Announced path) throws IOException {
        announced.add(path);
        network.send(path.upstream(), path.valid());
    }

    /** Withdraws all paths of all upstreams. */
    void withdrawAll() throws IOException {
        for (Announced path : announced) {
            network.send(path.upstream(), LabUpdates.withdrawal(path.valid()));
        }
        announced.clear();
    }

    /** Returns the number of paths that are in routers when {@code longest} has passed; 0 as soon as there is none. */
    int ghosts(Duration longest) throws IOException {
        boolean empty = Conditions.holds(longest, INTERVAL, () -> {
            try {
                return network.paths() == 0;
            } catch (IOException e) {
                throw new IllegalStateException("a router does not answer", e);
            }
        });
        return empty ? 0 : network.paths();
    }

    @Override
    public void close() throws IOException {
        network.close();
    }
}
