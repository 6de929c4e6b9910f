// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A network with two border routers of one AS and a router behind them.
 *
 * @param first name of the daemon of the first border router
 * @param second name of the daemon of the second border router
 */
record Shape(String first, String second, Set<Feature> features) {
    /** A difference from a full mesh of fed border routers. */
    enum Feature {
        /** A reflector passes routes on between the border routers and the inner router. */
        REFLECTOR,
        /** The second border router is monitored and has no feed. */
        SECOND_NOT_FED,
        /** The border routers replace the next hop towards internal neighbors, and only they have a route to it. */
        NEXT_HOP_SELF,
        /** With {@link #NEXT_HOP_SELF}: they also replace the next hop of reflected routes. */
        FORCE,
        /** The third upstream of the first border router sends several paths. */
        ADD_PATH,
        /** The import policies of the border routers set LOCAL_PREF. */
        PREFERENCES,
        /** Only Pathproof is a reflection client of a GoBGP. By default, all its internal neighbors are. */
        PLAIN_IBGP
    }

    /** An upstream. Its paths have its AS number first. */
    record Neighbor(int border, int index, long asn, boolean addPath) {
        String address() {
            return Core.upstream(border, index);
        }
    }

    static Shape of(String first, String second, Feature... features) {
        Set<Feature> set = EnumSet.noneOf(Feature.class);
        set.addAll(List.of(features));
        return new Shape(first, second, set);
    }

    Shape with(Feature feature) {
        Set<Feature> more = EnumSet.of(feature);
        more.addAll(features);
        return new Shape(first, second, more);
    }

    boolean has(Feature feature) {
        return features.contains(feature);
    }

    /** Returns the numbers of the border routers. */
    List<Integer> borders() {
        return List.of(1, has(Feature.SECOND_NOT_FED) ? Core.NOT_FED : 2);
    }

    String daemon(int border) {
        return border == 1 ? first : second;
    }

    /** Returns the upstreams of a border router: the first and the second one, and one with ADD-PATH. */
    List<Neighbor> upstreams(int border) {
        Stream<Neighbor> usual = Stream.of(
                new Neighbor(border, 1, 64400 + 10L * border + 1, false),
                new Neighbor(border, 2, 64400 + 10L * border + 2, false));
        return border == 1 && has(Feature.ADD_PATH)
                ? Stream.concat(usual, Stream.of(new Neighbor(border, 3, 64413, true)))
                        .toList()
                : usual.toList();
    }

    /** Returns all upstreams of all networks. */
    static List<Neighbor> allUpstreams() {
        Shape largest = of("", "", Feature.ADD_PATH);
        return Stream.of(1, 2, Core.NOT_FED)
                .flatMap(border -> largest.upstreams(border).stream())
                .toList();
    }

    Neighbor upstream(int border, int index) {
        return upstreams(border).get(index - 1);
    }

    /** Returns the numbers of a border router's internal neighbors, without Pathproof. */
    List<Integer> internal(int border) {
        if (has(Feature.REFLECTOR)) {
            return List.of(Core.REFLECTOR);
        }
        return Stream.concat(borders().stream().filter(other -> other != border), Stream.of(Core.INNER))
                .toList();
    }
}
