// SPDX-License-Identifier: Apache-2.0
package org.pathproof.networkrecords;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.pathproof.wire.Prefix;

/** The prefixes of a network in their order, and a path to each. Several prefixes share a path. Immutable. */
public final class NetworkTable {
    private static final int PREFIXES_OF_PATH = 7;
    /** Transit ASes of random paths: half of the paths use the first, a quarter the second, and so on. */
    private static final int[] TRANSITS = {3356, 1299, 174, 2914, 6453, 3257};

    private final Prefix[] prefixes;
    private final int[][] paths;
    private final int[] pathOf;

    private NetworkTable(Prefix[] prefixes, int[][] paths, int[] pathOf) {
        this.prefixes = prefixes;
        this.paths = paths;
        this.pathOf = pathOf;
    }

    /**
     * Returns a table with these routes.
     *
     * @param routes path of each prefix, nearest AS first
     */
    public static NetworkTable of(Map<Prefix, List<Integer>> routes) {
        Map<List<Integer>, Integer> numbers = new HashMap<>();
        List<int[]> paths = new ArrayList<>();
        Prefix[] prefixes = new Prefix[routes.size()];
        int[] pathOf = new int[routes.size()];
        int at = 0;
        for (Map.Entry<Prefix, List<Integer>> route : new TreeMap<>(routes).entrySet()) {
            Integer number = numbers.get(route.getValue());
            if (number == null) {
                number = paths.size();
                numbers.put(route.getValue(), number);
                paths.add(route.getValue().stream().mapToInt(i -> i).toArray());
            }
            prefixes[at] = route.getKey();
            pathOf[at++] = number;
        }
        return new NetworkTable(prefixes, paths.toArray(int[][]::new), pathOf);
    }

    /**
     * Returns a table of random prefixes and paths with the lengths of real ones: 60 % are /24, one in twenty is IPv6,
     * seven prefixes share a path, and a path has 3.8 ASes with the neighbor on average. The result is the same in each
     * call.
     */
    public static NetworkTable random(int prefixCount) {
        Random random = new Random(1);
        Set<Prefix> seen = new HashSet<>();
        while (seen.size() < prefixCount) {
            int length = random.nextInt(100) < 60 ? 24 : 14 + random.nextInt(10);
            seen.add(
                    random.nextInt(20) == 0
                            ? Prefix.ipv6(0x2000L << 48 | random.nextLong(1L << 33) << 12, 0, 32 + random.nextInt(17))
                            : Prefix.ipv4((1 + random.nextInt(223)) << 24 | random.nextInt(1 << 24), length));
        }
        Prefix[] prefixes = seen.toArray(Prefix[]::new);
        Arrays.sort(prefixes);
        int[][] paths = new int[Math.max(1, prefixCount / PREFIXES_OF_PATH)][];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = random.ints(2 + random.nextInt(4), 1, 70_000).toArray();
            int rank = Integer.numberOfTrailingZeros(random.nextInt() | 1 << TRANSITS.length - 1);
            paths[i][0] = TRANSITS[rank];
        }
        int[] pathOf = new int[prefixCount];
        for (int i = 0; i < prefixCount; i++) {
            pathOf[i] = (int) Long.remainderUnsigned(NetworkRecords.mix(i / 3), paths.length);
        }
        return new NetworkTable(prefixes, paths, pathOf);
    }

    /** Returns the AS, not the origin, that is in the paths to the most prefixes. */
    int mainTransit() {
        Map<Integer, Integer> uses = new HashMap<>();
        for (int prefix = 0; prefix < size(); prefix++) {
            int[] path = path(prefix);
            for (int i = 0; i < path.length - 1; i++) {
                uses.merge(path[i], 1, Integer::sum);
            }
        }
        return uses.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(0);
    }

    /** Returns the share of prefixes with an AS in their path, 0..1. */
    double shareOf(int asn) {
        int with = 0;
        for (int prefix = 0; prefix < size(); prefix++) {
            with += contains(path(prefix), asn) ? 1 : 0;
        }
        return (double) with / size();
    }

    static boolean contains(int[] path, int asn) {
        for (int as : path) {
            if (as == asn) {
                return true;
            }
        }
        return false;
    }

    int size() {
        return prefixes.length;
    }

    Prefix prefix(int i) {
        return prefixes[i];
    }

    /** Returns the number of the path to a prefix. */
    int pathOf(int prefix) {
        return pathOf[prefix];
    }

    /** Returns the path to a prefix, nearest AS first. The caller does not change it. */
    int[] path(int prefix) {
        return paths[pathOf[prefix]];
    }
}
