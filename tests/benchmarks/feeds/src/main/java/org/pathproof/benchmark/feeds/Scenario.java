// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.benchmark.feeds.Shape.Feature;

/** A kind of network, and the paths that its upstreams announce and tamper with. */
enum Scenario {
    /** The border routers and the inner router are a full mesh. */
    TWO_BORDERS_MESH(Trial.EITHER, Set.of()),
    /** The border routers and the inner router are clients of a reflector. */
    TWO_BORDERS_REFLECTOR(Trial.EITHER, Set.of(Feature.REFLECTOR)),
    /** A border router is monitored and not fed: it has the tampered path first, and then the accepted one. */
    FED_AND_UNFED(List.of(Trial.LONG_AT_FIRST, Trial.LONG_AT_SECOND), Set.of(Feature.SECOND_NOT_FED)),
    /** Inner routers can reach only the border routers: first without {@code force}, then with it. */
    NEXT_HOP_SELF(
            List.of(Trial.BOTH_AT_FIRST, Trial.LONG_AT_SECOND),
            Set.of(Feature.NEXT_HOP_SELF),
            Set.of(Feature.NEXT_HOP_SELF, Feature.FORCE)),
    /** An upstream sends several paths of a prefix. */
    ADD_PATH_UPSTREAM(List.of(Trial.ADD_PATH, Trial.ADD_PATH_AND_SECOND), Set.of(Feature.ADD_PATH)),
    /** The import policy prefers the refused path, and then the accepted one. */
    LOCALPREF_POLICY(List.of(Trial.REFUSED_PREFERRED, Trial.ACCEPTED_PREFERRED), Set.of(Feature.PREFERENCES));

    private final List<Trial> trials;
    private final List<Set<Feature>> shapes;

    @SafeVarargs
    Scenario(List<Trial> trials, Set<Feature>... shapes) {
        this.trials = trials;
        this.shapes = List.of(shapes);
    }

    /**
     * A path of an upstream.
     *
     * @param second the upstream is at the second border router
     * @param index number of the upstream
     * @param middle number of ASes between the upstream and the origin
     * @param pathId the Path Identifier; 0 without ADD-PATH
     * @param tampered true if the path gets a wrong signature
     */
    record Path(boolean second, int index, int middle, int pathId, boolean tampered) {}

    /**
     * Paths to one prefix.
     *
     * @param network number of the import policy for the prefix, as in {@link Flow#network}; 3 for none
     */
    record Trial(int network, List<Path> paths) {
        private static final Path SHORT_FIRST = new Path(false, 1, 0, 0, true);
        private static final Path SHORT_SECOND = new Path(true, 1, 0, 0, true);
        private static final Path LONG_FIRST = new Path(false, 2, 1, 0, false);
        private static final Path LONG_SECOND = new Path(true, 2, 1, 0, false);

        static final Trial LONG_AT_FIRST = new Trial(3, List.of(LONG_FIRST, SHORT_SECOND));
        static final Trial LONG_AT_SECOND = new Trial(3, List.of(SHORT_FIRST, LONG_SECOND));
        static final Trial BOTH_AT_FIRST = new Trial(3, List.of(SHORT_FIRST, LONG_FIRST));
        static final Trial BOTH_AT_BOTH =
                new Trial(3, List.of(SHORT_FIRST, LONG_FIRST, SHORT_SECOND, LONG_SECOND));
        static final List<Trial> EITHER = List.of(LONG_AT_SECOND, BOTH_AT_BOTH);
        static final Trial ADD_PATH =
                new Trial(3, List.of(new Path(false, 3, 0, 1, true), new Path(false, 3, 1, 2, false)));
        static final Trial ADD_PATH_AND_SECOND =
                new Trial(3, List.of(new Path(false, 3, 0, 1, true), LONG_SECOND));
        static final Trial REFUSED_PREFERRED = new Trial(1, List.of(SHORT_FIRST, LONG_SECOND));
        static final Trial ACCEPTED_PREFERRED = new Trial(2, List.of(SHORT_FIRST, LONG_SECOND));
    }

    /** Returns the name in options and results. */
    String label() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** Returns all names. */
    static String labels() {
        return Stream.of(values()).map(Scenario::label).collect(Collectors.joining(", "));
    }

    List<Trial> trials() {
        return trials;
    }

    /** Returns the networks with these border routers. GoBGP has no {@code next-hop-self} without {@code force}. */
    List<Shape> shapes(String first, String second) {
        boolean goBgp = Arrays.asList(first, second).contains(Daemon.GOBGP.label());
        return shapes.stream()
                .filter(features -> !goBgp
                        || !features.contains(Feature.NEXT_HOP_SELF)
                        || features.contains(Feature.FORCE))
                .map(features -> Shape.of(first, second, features.toArray(Feature[]::new)))
                .toList();
    }
}
