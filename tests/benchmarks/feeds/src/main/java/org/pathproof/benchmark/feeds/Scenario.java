// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.pathproof.benchmark.feeds.Shape.Feature;

/** A kind of network, and the paths that its upstreams announce and tamper with. */
enum Scenario {
    /** The border routers and the inner router are a full mesh. */
    TWO_BORDERS_MESH,
    /** The border routers and the inner router are clients of a reflector. */
    TWO_BORDERS_REFLECTOR,
    /** A border router is monitored and not fed: it has the tampered path first, and then the accepted one. */
    FED_AND_UNFED,
    /** Inner routers can reach only the border routers: first without {@code force}, then with it. */
    NEXT_HOP_SELF,
    /** An upstream sends several paths of a prefix. */
    ADD_PATH_UPSTREAM,
    /** The import policy prefers the refused path, and then the accepted one. */
    LOCALPREF_POLICY;

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
        static final Trial BOTH_AT_BOTH = new Trial(3, List.of(SHORT_FIRST, LONG_FIRST, SHORT_SECOND, LONG_SECOND));
        static final Trial ADD_PATH =
                new Trial(3, List.of(new Path(false, 3, 0, 1, true), new Path(false, 3, 1, 2, false)));
        static final Trial ADD_PATH_AND_SECOND = new Trial(3, List.of(new Path(false, 3, 0, 1, true), LONG_SECOND));
        static final Trial REFUSED_PREFERRED = new Trial(1, List.of(SHORT_FIRST, LONG_SECOND));
        static final Trial ACCEPTED_PREFERRED = new Trial(2, List.of(SHORT_FIRST, LONG_SECOND));
    }

    /** Returns the name in options and results. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    List<Trial> trials() {
        return switch (this) {
            case TWO_BORDERS_MESH, TWO_BORDERS_REFLECTOR -> List.of(Trial.LONG_AT_SECOND, Trial.BOTH_AT_BOTH);
            case FED_AND_UNFED -> List.of(Trial.LONG_AT_FIRST, Trial.LONG_AT_SECOND);
            case NEXT_HOP_SELF -> List.of(Trial.BOTH_AT_FIRST, Trial.LONG_AT_SECOND);
            case ADD_PATH_UPSTREAM -> List.of(Trial.ADD_PATH, Trial.ADD_PATH_AND_SECOND);
            case LOCALPREF_POLICY -> List.of(Trial.REFUSED_PREFERRED, Trial.ACCEPTED_PREFERRED);
        };
    }

    private List<Set<Feature>> features() {
        return switch (this) {
            case TWO_BORDERS_MESH -> List.of(Set.of());
            case TWO_BORDERS_REFLECTOR -> List.of(Set.of(Feature.REFLECTOR));
            case FED_AND_UNFED -> List.of(Set.of(Feature.SECOND_NOT_FED));
            case NEXT_HOP_SELF -> List.of(Set.of(Feature.NEXT_HOP_SELF), Set.of(Feature.NEXT_HOP_SELF, Feature.FORCE));
            case ADD_PATH_UPSTREAM -> List.of(Set.of(Feature.ADD_PATH));
            case LOCALPREF_POLICY -> List.of(Set.of(Feature.PREFERENCES));
        };
    }

    /**
     * Returns the networks with these border routers. GoBGP has no {@code next-hop-self} without {@code force}. A
     * reflector is no client of GoBGP, because paths of external neighbors would go round between both without end: to
     * its clients, GoBGP 3.10 sends the BGP Identifier of the neighbor as ORIGINATOR_ID.
     */
    List<Shape> shapes(String first, String second) {
        boolean goBgp = List.of(first, second).contains(Daemon.GOBGP.label());
        return features().stream()
                .filter(features ->
                        !goBgp || !features.contains(Feature.NEXT_HOP_SELF) || features.contains(Feature.FORCE))
                .map(features -> Shape.of(first, second, features.toArray(Feature[]::new)))
                .map(shape -> goBgp && shape.has(Feature.REFLECTOR) ? shape.with(Feature.PLAIN_IBGP) : shape)
                .toList();
    }
}
