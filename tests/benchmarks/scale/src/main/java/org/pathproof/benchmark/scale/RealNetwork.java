// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.benchmark.pipeline.workload.RealTables;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.networkrecords.NetworkTable;
import org.pathproof.wire.Prefix;

/**
 * The prefixes and paths of a network.
 *
 * @param origin {@code real} or {@code random}
 */
record RealNetwork(NetworkTable table, String origin) {
    /** Returns prefixes and paths of a real table, or random ones if there is none. */
    static RealNetwork of(RealTables tables, int prefixes) {
        if (!tables.present()) {
            return new RealNetwork(NetworkTable.random(prefixes), "random");
        }
        Map<Prefix, List<Integer>> routes = new HashMap<>();
        // A table has some prefixes from several peers.
        for (int asked = prefixes; routes.size() < prefixes; asked += asked / 4 + 1) {
            routes.clear();
            for (LabRoute route : tables.fullTable(asked)) {
                if (routes.size() < prefixes) {
                    routes.putIfAbsent(route.prefix(), path(route));
                }
            }
        }
        return new RealNetwork(NetworkTable.of(routes), "real");
    }

    /** Returns the ASes of a path without repetitions, nearest first. */
    private static List<Integer> path(LabRoute route) {
        return route.hops().reversed().stream()
                .map(Hop::asn)
                .map(Long::intValue)
                .toList();
    }
}
