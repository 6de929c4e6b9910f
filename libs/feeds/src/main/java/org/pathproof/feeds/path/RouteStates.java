// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;

/**
 * The validation states of a path.
 *
 * @param path the BGPsec path state
 * @param origin the origin validation state; null without a complete RPKI set
 * @param aspa the ASPA state
 * @param stale true if the verdict may be out of date. A stale path is always accepted
 */
public record RouteStates(PathState path, @Nullable OriginState origin, AspaState aspa, boolean stale) {
    /** The states of a path without a verdict. */
    public static final RouteStates UNVERIFIED = new RouteStates(PathState.UNVERIFIED, null, AspaState.UNKNOWN, false);

    /** Path states that a policy can refuse; those that more policies refuse come first. */
    private static final List<PathState> REFUSABLE =
            List.of(PathState.NOT_VALID, PathState.MALFORMED, PathState.UNSIGNED);

    /**
     * Returns the states of a path that is one of several paths, and it is not known which one. A policy that refuses
     * one of these paths refuses the result. The result is {@code VALID} only if each of them is.
     *
     * @param all the states of each path; not empty
     */
    public static RouteStates ofOneAmong(Collection<RouteStates> all) {
        List<RouteStates> fresh = all.stream().filter(states -> !states.stale()).toList();
        if (fresh.isEmpty()) {
            return all.iterator().next();
        }
        // A policy ignores origin and ASPA of an unverified path.
        List<RouteStates> verified = fresh.stream()
                .filter(states -> states.path() != PathState.UNVERIFIED)
                .toList();
        if (verified.isEmpty()) {
            return UNVERIFIED;
        }
        boolean originInvalid = verified.stream().anyMatch(states -> states.origin() == OriginState.INVALID);
        boolean aspaInvalid = verified.stream().anyMatch(states -> states.aspa() == AspaState.INVALID);
        PathState refusable = REFUSABLE.stream()
                .filter(state -> verified.stream().anyMatch(states -> states.path() == state))
                .findFirst()
                .orElse(null);
        if (refusable == null && !originInvalid && !aspaInvalid && verified.size() < all.size()) {
            return UNVERIFIED;
        }
        return new RouteStates(
                refusable == null ? PathState.VALID : refusable,
                originInvalid ? OriginState.INVALID : common(verified.stream().map(RouteStates::origin)),
                aspaInvalid
                        ? AspaState.INVALID
                        : Objects.requireNonNullElse(
                                common(verified.stream().map(RouteStates::aspa)), AspaState.UNKNOWN),
                false);
    }

    /** Returns the value of all elements; null if they differ. */
    private static <S> @Nullable S common(Stream<@Nullable S> values) {
        List<@Nullable S> different = values.distinct().toList();
        return different.size() == 1 ? different.getFirst() : null;
    }

    /** Returns states with a path state only. */
    public static RouteStates of(PathState path) {
        return new RouteStates(path, null, AspaState.UNKNOWN, false);
    }
}
