// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;

/**
 * The verdict that a route ought to get.
 *
 * @param rules the findings of which the verdict's first must be one; empty when there must be none, or, for VALID, none that matters
 * @param hops the hops (1 is the origin) that the first finding may name; empty when it is about the whole path
 * @param origin the origin's validity, where it matters
 */
public record Expectation(PathState state, Set<Rule> rules, Set<Integer> hops, Optional<OriginState> origin) {
    /** A finding as the pipeline or the API gives it; {@code hop} is 0 for the whole path. */
    public record Found(Rule rule, int hop) {
        @Override
        public String toString() {
            return rule.label() + (hop == 0 ? "" : " hop " + hop);
        }
    }

    static Expectation of(PathState state) {
        return new Expectation(state, Set.of(), Set.of(), Optional.empty());
    }

    static Expectation of(PathState state, Rule rule, Integer... hops) {
        return new Expectation(state, Set.of(rule), Set.of(hops), Optional.empty());
    }

    Expectation or(Rule rule) {
        Set<Rule> either = new java.util.HashSet<>(rules);
        either.add(rule);
        return new Expectation(state, Set.copyOf(either), hops, origin);
    }

    Expectation withOrigin(OriginState expected) {
        return new Expectation(state, rules, hops, Optional.of(expected));
    }

    /** Whether a verdict is the expected one; {@code gotOrigin} is empty when the origin was not judged. */
    public boolean agrees(PathState gotState, List<Found> found, Optional<OriginState> gotOrigin) {
        if (gotState != state || origin.isPresent() && !origin.equals(gotOrigin)) {
            return false;
        }
        if (rules.isEmpty()) {
            // What is found about a valid path is a remark: that a second block was skipped.
            return found.isEmpty() || state == PathState.VALID;
        }
        if (found.isEmpty()) {
            return false;
        }
        Found first = found.getFirst();
        return rules.contains(first.rule()) && (hops.isEmpty() || hops.contains(first.hop()));
    }

    /** For a table: {@code NOT_VALID signature-mismatch hop 2}. */
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
        return text.toString();
    }
}
