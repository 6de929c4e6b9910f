// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;

/**
 * What there is among some routes, as a set of bits: a bit for each path state, each origin state, and each rule that a finding may name. A
 * route has one of each kind of state; a part of a tree has what any of its routes has, so that a walk leaves out the parts that hold nothing
 * of what it looks for.
 */
final class RouteFlags {
    private static final List<PathState> STATES = List.of(PathState.values());
    private static final List<OriginVerdict> ORIGINS = List.of(OriginVerdict.values());
    private static final List<Rule> RULES = List.of(Rule.values());

    private static final int FIRST_ORIGIN = STATES.size();
    /** How many bits, from the lowest on, are those of states. */
    static final int STATE_BITS = FIRST_ORIGIN + ORIGINS.size();

    private RouteFlags() {}

    static long of(PathState state) {
        return 1L << STATES.indexOf(state);
    }

    static long of(OriginVerdict origin) {
        return 1L << FIRST_ORIGIN + ORIGINS.indexOf(origin);
    }

    static long of(Rule rule) {
        return 1L << STATE_BITS + RULES.indexOf(rule);
    }

    /** The path state of a route's bits. */
    static PathState state(long flags) {
        return STATES.get(Long.numberOfTrailingZeros(flags));
    }

    /** The origin state of a route's bits. */
    static OriginVerdict origin(long flags) {
        return ORIGINS.get(Long.numberOfTrailingZeros(flags >>> FIRST_ORIGIN));
    }

    /** The rules of a route's bits. */
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

    /** Which routes are looked for: those that have a bit of each of the sets. A set without bits asks for nothing in particular. */
    record Filter(long states, long origins, long rules) {
        static final Filter ALL = new Filter(0, 0, 0);

        static Filter of(Set<PathState> states, Set<OriginVerdict> origins, Set<Rule> rules) {
            return new Filter(
                    states.stream().mapToLong(RouteFlags::of).reduce(0, (a, b) -> a | b),
                    origins.stream().mapToLong(RouteFlags::of).reduce(0, (a, b) -> a | b),
                    rules.stream().mapToLong(RouteFlags::of).reduce(0, (a, b) -> a | b));
        }

        /** Whether a route fits; of several routes, whether one may. */
        boolean fits(long flags) {
            return (states == 0 || (states & flags) != 0)
                    && (origins == 0 || (origins & flags) != 0)
                    && (rules == 0 || (rules & flags) != 0);
        }
    }
}
