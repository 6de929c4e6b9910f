// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.attacks;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;

/**
 * The expected verdict of a route.
 *
 * @param rules permitted rules of the first finding. Empty: the verdict must have no finding, except remarks on VALID
 * @param hops permitted hops of the first finding, 1 for the origin. Empty: any hop
 * @param origin required origin validation state; empty for any state
 * @param aspa required state of the AS path by ASPA; empty for any state
 */
public record Expectation(
        PathState state, Set<Rule> rules, Set<Integer> hops, Optional<OriginState> origin, Optional<AspaState> aspa) {
    /** A finding of a verdict. Hop 0 is the whole path. */
    public record Found(Rule rule, int hop) {
        @Override
        public String toString() {
            return rule.label() + (hop == 0 ? "" : " hop " + hop);
        }
    }

    static Expectation of(PathState state) {
        return new Expectation(state, Set.of(), Set.of(), Optional.empty(), Optional.empty());
    }

    static Expectation of(PathState state, Rule rule, Integer... hops) {
        return new Expectation(state, Set.of(rule), Set.of(hops), Optional.empty(), Optional.empty());
    }

    Expectation or(Rule rule) {
        Set<Rule> either = new HashSet<>(rules);
        either.add(rule);
        return new Expectation(state, Set.copyOf(either), hops, origin, aspa);
    }

    Expectation withOrigin(OriginState expected) {
        return new Expectation(state, rules, hops, Optional.of(expected), aspa);
    }

    Expectation withAspa(AspaState expected) {
        return new Expectation(state, rules, hops, origin, Optional.of(expected));
    }

    /**
     * Returns true if a verdict is the expected one.
     *
     * @param gotOrigin empty without origin validation
     * @param gotAspa empty if the path was not verified by ASPA
     */
    public boolean agrees(
            PathState gotState, List<Found> found, Optional<OriginState> gotOrigin, Optional<AspaState> gotAspa) {
        if (gotState != state
                || origin.isPresent() && !origin.equals(gotOrigin)
                || aspa.isPresent() && !aspa.equals(gotAspa)) {
            return false;
        }
        if (rules.isEmpty()) {
            // A finding on a valid path is a remark, such as a skipped second block.
            return found.isEmpty() || state == PathState.VALID;
        }
        if (found.isEmpty()) {
            return false;
        }
        Found first = found.getFirst();
        return rules.contains(first.rule()) && (hops.isEmpty() || hops.contains(first.hop()));
    }

    /** Returns text for a table, such as {@code NOT_VALID signature-mismatch hop 2}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(state.name());
        if (!rules.isEmpty()) {
            text.append(' ').append(rules.stream().map(Rule::label).sorted().collect(Collectors.joining(" or ")));
        }
        if (!hops.isEmpty()) {
            text.append(hops.size() == 1 ? " hop " : " one of hops ")
                    .append(hops.stream().sorted().map(String::valueOf).collect(Collectors.joining(", ")));
        }
        origin.ifPresent(o -> text.append(", origin ").append(o.label()));
        aspa.ifPresent(a -> text.append(", ASPA ").append(a.label()));
        return text.toString();
    }
}
