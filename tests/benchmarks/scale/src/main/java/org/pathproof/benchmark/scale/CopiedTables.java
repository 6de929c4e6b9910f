// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pathproof.benchmark.pipeline.workload.RealTables;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;

/**
 * The BMP of routers with the same signed table: a stream of its own for the begin of each, one stream with the table
 * for all, and one with the end of all neighbors.
 */
record CopiedTables(Workload workload, String origin) {
    private static final String ASN = "asn";
    private static final String TOUCHED = "touched";
    private static final String SESSIONS = "sessions";
    private static final String PREFIX = "prefix";
    private static final String COPIES = "copies";
    /** Part of the table that one router key should have signed. */
    private static final int TOUCHED_PART = 10;

    /** Length of the shortest prefix whose ROA changes. */
    private static final int MIN_LENGTH = 16;

    private static final Set<StreamRecipe.Frame> GOODBYE = Set.of(StreamRecipe.Frame.PEERS_DOWN);

    /** Reads the tables from a folder, or makes and signs them. */
    static CopiedTables of(Path folder, RealTables tables, ChainSizes sizes) throws IOException {
        String name = "copies-" + sizes.routers() + "-" + sizes.routes() + "-" + tables.origin();
        return new CopiedTables(Workload.of(folder, name, () -> recipe(tables, sizes)), tables.origin());
    }

    private static Workload.Recipe recipe(RealTables tables, ChainSizes sizes) {
        List<LabRoute> table = tables.fullTable(sizes.routes());
        if (table.size() < sizes.routes()) {
            throw new IllegalStateException("the tables have " + table.size() + " routes: use fewer --routes");
        }
        Map<Long, LabRoute> neighbors = new LinkedHashMap<>();
        table.forEach(route -> neighbors.putIfAbsent(route.peerAs(), route));
        List<LabRoute> oneOfEach = List.copyOf(neighbors.values());
        List<StreamRecipe> streams = new ArrayList<>();
        for (int router = 1; router <= sizes.routers(); router++) {
            streams.add(new StreamRecipe(hello(router), router, StreamRecipe.HELLO, oneOfEach));
        }
        streams.add(new StreamRecipe("table", 1, StreamRecipe.TABLE, table));
        streams.add(new StreamRecipe("goodbye", 1, GOODBYE, oneOfEach));
        return new Workload.Recipe(streams, facts(table, neighbors.size()));
    }

    private static String hello(int router) {
        return "hello-" + router;
    }

    /** Chooses the key and the ROA that change. */
    private static Map<String, String> facts(List<LabRoute> table, int neighbors) {
        Map<Long, Integer> uses = new HashMap<>();
        Map<Prefix, List<Long>> origins = new HashMap<>();
        for (LabRoute route : table) {
            route.hops().stream().map(Hop::asn).distinct().forEach(asn -> uses.merge(asn, 1, Integer::sum));
            origins.computeIfAbsent(route.prefix(), ignored -> new ArrayList<>())
                    .add(route.originAs());
        }
        Map.Entry<Long, Integer> key = uses.entrySet().stream()
                .min(Comparator.comparingInt(use -> Math.abs(use.getValue() - table.size() / TOUCHED_PART)))
                .orElseThrow();
        Prefix prefix = table.stream()
                .map(LabRoute::prefix)
                .filter(Workload::isCovered)
                .filter(candidate -> candidate.length() >= MIN_LENGTH)
                .filter(candidate -> hasOneOrigin(origins.getOrDefault(candidate, List.of())))
                .findFirst()
                .orElseThrow();
        return Map.of(
                ASN, Long.toString(key.getKey()),
                TOUCHED, Integer.toString(key.getValue()),
                SESSIONS, Integer.toString(neighbors),
                PREFIX, prefix.toString(),
                COPIES, Integer.toString(origins.getOrDefault(prefix, List.of()).size()));
    }

    /** VRPs have the length of their prefix as the greatest one, so no VRP of a shorter prefix matches a route. */
    private static boolean hasOneOrigin(List<Long> origins) {
        return origins.stream().distinct().count() == 1;
    }

    private int number(String fact) {
        return Integer.parseInt(workload.fact(fact));
    }

    /** Returns the begin of a router's connection. */
    Workload.Recorded begin(int router) {
        return workload.stream(hello(router));
    }

    /** Returns the table, which a router sends after its begin. */
    Workload.Recorded table(int router) {
        return workload.stream("table").from(router);
    }

    /** Returns the end of all neighbors of a router. */
    Workload.Recorded goodbye(int router) {
        return workload.stream("goodbye").from(router);
    }

    /** Returns the number of sessions of a router. */
    int sessions() {
        return number(SESSIONS);
    }

    /** Returns the key of the AS that has signed about a tenth of the routes. */
    RouterKey key() {
        long asn = Long.parseLong(workload.fact(ASN));
        return workload.keys().stream()
                .filter(key -> key.asn() == asn)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the number of routes of a table that the key has signed. */
    int touched() {
        return number(TOUCHED);
    }

    /** Returns a VRP whose prefix no other VRP has. */
    Vrp vrp() {
        Prefix prefix = Prefix.parse(workload.fact(PREFIX));
        return workload.vrps().stream()
                .filter(vrp -> vrp.prefix().equals(prefix))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the number of routes of a table to the prefix of the VRP. */
    int copiesOfVrp() {
        return number(COPIES);
    }
}
