// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pathproof.benchmark.feeds.Shape.Feature;
import org.pathproof.benchmark.feeds.table.Best;
import org.pathproof.benchmark.feeds.table.Namespace;
import org.pathproof.harness.Conditions;
import org.pathproof.lab.routers.SigningUpstream;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Update;

/** A running network: two border routers with their upstreams, a router behind them, and perhaps a reflector. */
final class Network implements AutoCloseable {
    private static final int BGP_PORT = 179;

    private final Shape shape;
    private final OpenParts parts = new OpenParts();
    private final List<NetworkRouter> routers = new ArrayList<>();
    private final Map<Shape.Neighbor, SigningUpstream> upstreams = new HashMap<>();

    /** Starts all routers, and waits for the sessions of all upstreams. */
    Network(Core core, Path folder, Shape shape, int bmpPort) throws IOException {
        this.shape = shape;
        try {
            start(core, Files.createDirectories(folder), bmpPort);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void start(Core core, Path folder, int bmpPort) throws IOException {
        List<Integer> borders = shape.borders();
        for (int border : borders) {
            Namespace namespace = parts.add(new Namespace(folder.resolve("namespace.log")));
            core.connect(
                    namespace,
                    border,
                    borders.stream().filter(other -> other != border).toList());
            core.connectUpstreams(namespace, border);
            routers.add(parts.add(
                    shape.daemon(border).equals(Daemon.GOBGP.label())
                            ? new GoBgpRouter(border, folder, namespace, shape, bmpPort)
                            : FrrRouter.border(border, folder, namespace, shape, bmpPort)));
        }
        List<Integer> known = shape.has(Feature.NEXT_HOP_SELF) ? List.of() : borders;
        List<Integer> neighborsOfInner = borders;
        if (shape.has(Feature.REFLECTOR)) {
            Namespace namespace = parts.add(new Namespace(folder.resolve("namespace.log")));
            core.connect(namespace, Core.REFLECTOR, known);
            List<Integer> clients = new ArrayList<>(borders);
            clients.add(Core.INNER);
            routers.add(parts.add(FrrRouter.inner(Core.REFLECTOR, folder, namespace, clients, true)));
            neighborsOfInner = List.of(Core.REFLECTOR);
        }
        Namespace namespace = parts.add(new Namespace(folder.resolve("namespace.log")));
        core.connect(namespace, Core.INNER, known);
        routers.add(parts.add(FrrRouter.inner(Core.INNER, folder, namespace, neighborsOfInner, false)));
        for (int border : borders) {
            for (Shape.Neighbor upstream : shape.upstreams(border)) {
                connect(upstream);
            }
        }
    }

    /** Opens the session of an upstream. */
    void connect(Shape.Neighbor upstream) {
        InetSocketAddress router = new InetSocketAddress(InetAddress.ofLiteral(Core.edge(upstream.border())), BGP_PORT);
        Conditions.await("a session of " + upstream.address(), () -> {
            try {
                upstreams.put(
                        upstream,
                        parts.add(new SigningUpstream(upstream.address(), upstream.asn(), router, upstream.addPath())));
                return true;
            } catch (IOException e) {
                return false; // the router has not read its configuration yet
            }
        });
    }

    /** Ends the session of an upstream, without a NOTIFICATION. */
    void disconnect(Shape.Neighbor upstream) throws IOException {
        session(upstream).close();
    }

    void send(Shape.Neighbor upstream, Update update) throws IOException {
        session(upstream).send(update);
    }

    private SigningUpstream session(Shape.Neighbor upstream) {
        SigningUpstream session = upstreams.get(upstream);
        if (session == null) {
            throw new IllegalStateException(upstream + " has no session");
        }
        return session;
    }

    Shape shape() {
        return shape;
    }

    /** Returns all routers. */
    List<NetworkRouter> routers() {
        return List.copyOf(routers);
    }

    /** Selects the prefix whose best paths are observed. */
    void watch(Prefix prefix) {
        routers.forEach(router -> router.watch(prefix));
    }

    /** Returns the number of UPDATEs that all routers have received from all neighbors. */
    long updates() throws IOException {
        long updates = 0;
        for (NetworkRouter router : routers) {
            updates += router.updates();
        }
        return updates;
    }

    /** Returns the number of paths in the tables of all routers. */
    int paths() throws IOException {
        int paths = 0;
        for (NetworkRouter router : routers) {
            paths += router.table().paths();
        }
        return paths;
    }

    /** Returns the best paths of all routers, by their numbers. */
    Map<Integer, Map<Prefix, Best>> bests() throws IOException {
        Map<Integer, Map<Prefix, Best>> bests = new TreeMap<>();
        for (NetworkRouter router : routers) {
            bests.put(router.number(), router.table().best());
        }
        return bests;
    }

    @Override
    public void close() throws IOException {
        parts.close();
    }
}
