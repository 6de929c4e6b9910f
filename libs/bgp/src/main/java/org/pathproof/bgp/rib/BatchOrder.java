// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntUnaryOperator;
import org.pathproof.wire.bgp.Nlri;

/**
 * Orders routes for sending: routes with equal attributes follow one another. Attributes are in the order of their
 * bytes, and prefixes in ascending order, so that equal changes are sent in equal order.
 */
final class BatchOrder {
    private static final Comparator<Nlri> PREFIXES =
            Comparator.comparing(Nlri::prefix).thenComparingLong(Nlri::pathId);

    private final SharedRoutes shared;
    private final IntUnaryOperator attributes;

    /** @param attributes returns the number of a route's attributes; 0 for a withdrawn route */
    BatchOrder(SharedRoutes shared, IntUnaryOperator attributes) {
        this.shared = shared;
        this.attributes = attributes;
    }

    int[] byPrefix(int[] routes) {
        sort(routes, 0, routes.length);
        return routes;
    }

    int[] byAttributes(int[] routes) {
        long[] keys = new long[routes.length]; // attributes in the upper half, routes in the lower half
        for (int i = 0; i < routes.length; i++) {
            keys[i] = (long) attributes.applyAsInt(routes[i]) << 32 | routes[i];
        }
        Arrays.sort(keys);
        int[] groups = Arrays.stream(keys)
                .mapToInt(key -> (int) (key >>> 32))
                .distinct()
                .toArray();
        int[] sorted = ordered(groups);
        int at = 0;
        for (int group : sorted) {
            int from = at;
            for (int i = first(keys, group); i < keys.length && (int) (keys[i] >>> 32) == group; i++) {
                routes[at++] = (int) keys[i];
            }
            sort(routes, from, at);
        }
        return routes;
    }

    /** Returns the index of the first key of a group. */
    private static int first(long[] keys, int group) {
        return -1 - Arrays.binarySearch(keys, (long) group << 32); // 0 is no route
    }

    private int[] ordered(int[] groups) {
        return Arrays.stream(groups)
                .boxed()
                .sorted((a, b) -> a == 0 || b == 0 ? Integer.compare(a, b) : compareAttributes(a, b))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private int compareAttributes(int one, int other) {
        return shared.attributes.get(one).compareTo(shared.attributes.get(other));
    }

    private void sort(int[] routes, int from, int to) {
        if (to - from < 2) {
            return;
        }
        Integer[] order = Arrays.stream(routes, from, to).boxed().toArray(Integer[]::new);
        Arrays.sort(order, (a, b) -> PREFIXES.compare(shared.prefixes.get(a), shared.prefixes.get(b)));
        for (int i = 0; i < order.length; i++) {
            routes[from + i] = order[i];
        }
    }
}
