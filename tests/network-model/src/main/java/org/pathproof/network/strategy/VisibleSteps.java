// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.pathproof.network.model.PeerKind;
import org.pathproof.network.model.SeenPath;

/**
 * The steps of route selection that are visible from outside of a router.
 *
 * @param external true if eBGP over iBGP is one of the steps, as among the paths of one router. Among the paths of a
 *     network, each of which is external at its own router, it is none
 */
record VisibleSteps(boolean external) {
    /** Returns true if a path loses against another one by a visible step. */
    boolean isWorse(SeenPath path, SeenPath than) {
        int order = Integer.compare(than.localPrefOrDefault(), path.localPrefOrDefault());
        if (order == 0) {
            order = Integer.compare(
                    path.route().source().length(), than.route().source().length());
        }
        if (order == 0) {
            order = Integer.compare(
                    path.route().source().origin(), than.route().source().origin());
        }
        if (order == 0 && neighborAs(path) == neighborAs(than)) {
            order = Integer.compare(med(path), med(than));
        }
        if (order == 0 && external) {
            order = Integer.compare(rank(path), rank(than));
        }
        return order > 0;
    }

    /** Returns the paths that no visible step removes, in the order of their keys. */
    List<SeenPath> leaders(Collection<SeenPath> paths) {
        List<SeenPath> rest = new ArrayList<>(paths);
        keepLowest(rest, path -> -path.localPrefOrDefault());
        keepLowest(rest, path -> path.route().source().length());
        keepLowest(rest, path -> path.route().source().origin());
        Map<Integer, Integer> lowest = new HashMap<>();
        rest.forEach(path -> lowest.merge(neighborAs(path), med(path), Math::min));
        rest.removeIf(path -> med(path) > lowest.getOrDefault(neighborAs(path), 0));
        if (external) {
            keepLowest(rest, VisibleSteps::rank);
        }
        rest.sort((a, b) -> a.key().compareTo(b.key()));
        return rest;
    }

    /** Returns the best path, by identifier and key where the visible steps leave several. */
    Optional<SeenPath> best(Collection<SeenPath> paths) {
        return ordered(leaders(paths)).stream().findFirst();
    }

    /** Returns paths in the order of the steps that are not visible: identifier, length of CLUSTER_LIST, key. */
    static List<SeenPath> ordered(Collection<SeenPath> paths) {
        return paths.stream()
                .sorted(Comparator.comparingInt(SeenPath::originator)
                        .thenComparingInt(path -> path.clusterList().size())
                        .thenComparing(SeenPath::key))
                .toList();
    }

    /** Returns the refused paths that are not worse than one of the best accepted ones. */
    List<SeenPath> threats(Collection<SeenPath> refused, Collection<SeenPath> accepted) {
        List<SeenPath> leaders = leaders(accepted);
        return refused.stream()
                .filter(path -> leaders.stream().anyMatch(leader -> !isWorse(path, leader)))
                .toList();
    }

    private static int neighborAs(SeenPath path) {
        return path.route().source().neighborAs();
    }

    private static int med(SeenPath path) {
        return Math.max(0, path.route().source().med());
    }

    private static int rank(SeenPath path) {
        return path.kind() == PeerKind.EXTERNAL ? 0 : 1;
    }

    private static void keepLowest(List<SeenPath> rest, ToIntFunction<SeenPath> value) {
        int lowest = rest.stream().mapToInt(value).min().orElse(0);
        rest.removeIf(path -> value.applyAsInt(path) > lowest);
    }
}
