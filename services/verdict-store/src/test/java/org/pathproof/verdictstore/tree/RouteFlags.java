// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;

/**
 * Flags of one or more routes as bits: a bit for each path state, origin state, ASPA state, and rule of findings. A
 * route has one state of each kind. A node of a tree has the flags of all its routes, so that a walk can skip
 * nodes without a wanted flag.
 */
final class RouteFlags {
    private static final List<PathState> STATES = List.of(PathState.values());
    private static final List<OriginVerdict> ORIGINS = List.of(OriginVerdict.values());
    private static final List<AspaVerdict> ASPA_STATES = List.of(AspaVerdict.values());
    private static final List<Rule> RULES = List.of(Rule.values());

    private static final int FIRST_ORIGIN = STATES.size();
    private static final int FIRST_ASPA = FIRST_ORIGIN + ORIGINS.size();
    /** Number of bits for the states, which are the lowest bits. */
    static final int STATE_BITS = FIRST_ASPA + ASPA_STATES.size();

    /** Number of bits of {@link #pack}. */
    static final int PACKED_BITS = 7;

    private RouteFlags() {}

    /** Returns the number of the bit of a path state, less than {@link #STATE_BITS}. */
    static int bit(PathState state) {
        return STATES.indexOf(state);
    }

    /** Returns the number of the bit of an origin state, less than {@link #STATE_BITS}. */
    static int bit(OriginVerdict origin) {
        return FIRST_ORIGIN + ORIGINS.indexOf(origin);
    }

    /** Returns the number of the bit of an ASPA state, less than {@link #STATE_BITS}. */
    static int bit(AspaVerdict aspa) {
        return FIRST_ASPA + ASPA_STATES.indexOf(aspa);
    }

    /** Returns the states of a route as a number of {@link #PACKED_BITS} bits. */
    static int pack(PathState state, OriginVerdict origin, AspaVerdict aspa) {
        return STATES.indexOf(state) | ORIGINS.indexOf(origin) << 3 | ASPA_STATES.indexOf(aspa) << 5;
    }

    /** Returns the flags of the states in a number of {@link #pack}. */
    static long unpack(int packed) {
        return 1L << (packed & 7) | 1L << FIRST_ORIGIN + (packed >> 3 & 3) | 1L << FIRST_ASPA + (packed >> 5 & 3);
    }

    static long of(PathState state) {
        return 1L << bit(state);
    }

    static long of(OriginVerdict origin) {
        return 1L << bit(origin);
    }

    static long of(AspaVerdict aspa) {
        return 1L << bit(aspa);
    }

    static long of(Rule rule) {
        return 1L << STATE_BITS + RULES.indexOf(rule);
    }

    /** Returns the path state of a route. */
    static PathState state(long flags) {
        return STATES.get(Long.numberOfTrailingZeros(flags));
    }

    /** Returns the origin state of a route. */
    static OriginVerdict origin(long flags) {
        return ORIGINS.get(Long.numberOfTrailingZeros(flags >>> FIRST_ORIGIN));
    }

    /** Returns the ASPA state of a route. */
    static AspaVerdict aspa(long flags) {
        return ASPA_STATES.get(Long.numberOfTrailingZeros(flags >>> FIRST_ASPA));
    }

    /** Returns the rules of a route's findings. */
    static Set<Rule> rules(long flags) {
        long left = flags >>> STATE_BITS;
        if (left == 0) {
            return Set.of();
        }
        Set<Rule> rules = EnumSet.noneOf(Rule.class);
        for (; left != 0; left &= left - 1) {
            rules.add(RULES.get(Long.numberOfTrailingZeros(left)));
        }
        return rules;
    }

    /** The flags that a query selects. A matching route has at least one flag of each non-empty set. */
    record Filter(long states, long origins, long aspa, long rules) {
        static final Filter ALL = new Filter(0, 0, 0, 0);

        static Filter of(Set<PathState> states, Set<OriginVerdict> origins, Set<AspaVerdict> aspa, Set<Rule> rules) {
            return new Filter(
                    states.stream().mapToLong(RouteFlags::of).reduce(0, (a, b) -> a | b),
                    origins.stream().mapToLong(RouteFlags::of).reduce(0, (a, b) -> a | b),
                    aspa.stream().mapToLong(RouteFlags::of).reduce(0, (a, b) -> a | b),
                    rules.stream().mapToLong(RouteFlags::of).reduce(0, (a, b) -> a | b));
        }

        /**
         * Returns true if the flags of one route match. For the flags of several routes, returns true if one of the
         * routes may match.
         */
        boolean matches(long flags) {
            return (states == 0 || (states & flags) != 0)
                    && (origins == 0 || (origins & flags) != 0)
                    && (aspa == 0 || (aspa & flags) != 0)
                    && (rules == 0 || (rules & flags) != 0);
        }
    }
}
