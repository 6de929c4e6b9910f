// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.pathproof.networkrecords.NetworkRecords;
import org.pathproof.networkrecords.RouteVersion;

/**
 * The routes that the policy API must have: the neighbor of each route, the sessions that have ended, and the withdrawn
 * key. Not thread-safe.
 */
final class Expectation {
    private final NetworkRecords records;
    /** Neighbor of each route, at prefix × sessions + session. */
    private final byte[] neighbors;

    /** Number of the last version of each route, as {@link #neighbors}. */
    private final short[] numbers;

    private final boolean[] ended;
    private int withdrawnKeyOf;

    /** Expects that all routes have the path of the neighbor of their session. */
    Expectation(NetworkRecords records) {
        this.records = records;
        int sessions = records.sessionCount();
        neighbors = new byte[Math.multiplyExact(records.prefixCount(), sessions)];
        for (int i = 0; i < neighbors.length; i++) {
            neighbors[i] = (byte) records.neighborOf(i % sessions);
        }
        numbers = new short[neighbors.length];
        ended = new boolean[sessions];
    }

    /** Returns a version of a route, with its neighbor and without the withdrawn key. */
    RouteVersion version(int prefix, int session, int number) {
        return RouteVersion.of(neighbors[prefix * ended.length + session], number)
                .withoutKeyOf(withdrawnKeyOf);
    }

    void setNeighbor(int prefix, int session, int neighbor) {
        neighbors[prefix * ended.length + session] = (byte) neighbor;
    }

    /** Notes that a version of a route was written. */
    void note(int prefix, int session, int number) {
        if (number > Short.MAX_VALUE) {
            throw new IllegalStateException("there are more than " + Short.MAX_VALUE + " versions");
        }
        numbers[prefix * ended.length + session] = (short) number;
    }

    /** Returns the last version of a route. */
    RouteVersion last(int prefix, int session) {
        return version(prefix, session, numbers[prefix * ended.length + session]);
    }

    /** Sets the AS whose key is withdrawn; 0 for none. */
    void setWithdrawnKeyOf(int asn) {
        withdrawnKeyOf = asn;
    }

    void end(int session) {
        ended[session] = true;
    }

    boolean hasEnded(int session) {
        return ended[session];
    }

    /** Returns the number of live routes. */
    long rows() {
        long live = 0;
        for (boolean gone : ended) {
            live += gone ? 0 : records.prefixCount();
        }
        return live;
    }

    /** Returns the number of live routes whose path is NOT_VALID. */
    long notValid() {
        long[] count = new long[1];
        forEachNotValid((_, _) -> count[0]++);
        return count[0];
    }

    /** Returns the live routes whose path is NOT_VALID, by their {@linkplain #name names}. */
    Set<String> notValidRoutes() {
        Set<String> routes = new HashSet<>();
        forEachNotValid((prefix, session) -> routes.add(name(
                NetworkRecords.routerOf(session),
                NetworkRecords.peerOf(session),
                NetworkRecords.isPostPolicy(session),
                records.prefix(prefix).address(),
                records.prefix(prefix).length())));
        return routes;
    }

    private interface RouteVisitor {
        void visit(int prefix, int session);
    }

    private void forEachNotValid(RouteVisitor visitor) {
        for (int prefix = 0; prefix < records.prefixCount(); prefix++) {
            if (!records.isSigned(prefix)) {
                continue;
            }
            for (int session = 0; session < ended.length; session++) {
                if (!ended[session] && records.isNotValid(prefix, version(prefix, session, 0))) {
                    visitor.visit(prefix, session);
                }
            }
        }
    }

    /** Returns the name of a route in comparisons. */
    static String name(String router, String peer, boolean postPolicy, String address, int length) {
        return router + ' ' + peer + (postPolicy ? " post " : " pre ") + address + '/' + length;
    }

    /** Returns the AS whose key is used by a share of all routes that is close to a tenth. */
    int keyOfATenth() {
        Map<Integer, Integer> uses = new HashMap<>();
        for (int prefix = 0; prefix < records.prefixCount(); prefix++) {
            if (records.isSigned(prefix)) {
                int[] path = records.sharedPath(prefix);
                for (int i = 0; i < path.length; i++) {
                    uses.merge(path[i], 1, Integer::sum);
                }
            }
        }
        int wanted = records.prefixCount() / 10;
        return uses.entrySet().stream()
                .min(Map.Entry.comparingByValue((a, b) -> Integer.compare(Math.abs(a - wanted), Math.abs(b - wanted))))
                .map(Map.Entry::getKey)
                .orElseThrow(() -> new IllegalStateException("no path is signed: use a larger --signed-percent"));
    }
}
