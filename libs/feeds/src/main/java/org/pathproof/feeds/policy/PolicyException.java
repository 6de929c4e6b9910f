// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.wire.Prefix;

/**
 * An exception for paths that are accepted in any state until {@code expires}. A path must match each condition that is
 * present.
 *
 * @param scope the conditions; at least one is present
 * @param groups names of the groups in canonical order; empty for all groups
 * @param owner the person or team that is responsible
 * @param expires end of the exception
 */
public record PolicyException(Scope scope, List<String> groups, String owner, String reason, Instant expires) {
    /**
     * The paths of an exception.
     *
     * @param prefix the prefix and all prefixes that it covers
     * @param originAs the origin AS of the path
     * @param neighborAs the neighbor AS of the path ({@code RouteAttributes.neighborAs})
     */
    public record Scope(Optional<Prefix> prefix, OptionalLong originAs, OptionalLong neighborAs) {
        public boolean matches(CandidatePath path) {
            return matches(
                    path.prefix(),
                    path.attributes().originAs(),
                    path.attributes().neighborAs());
        }

        /** Returns true if a path to a prefix matches; {@code origin} or {@code neighbor} is empty if unknown. */
        public boolean matches(Prefix of, OptionalLong origin, OptionalLong neighbor) {
            return (prefix.isEmpty() || prefix.get().covers(of))
                    && (originAs.isEmpty() || originAs.equals(origin))
                    && (neighborAs.isEmpty() || neighborAs.equals(neighbor));
        }
    }

    public PolicyException {
        groups = groups.stream().distinct().sorted().toList();
    }

    /** Returns true before the exception expires. */
    public boolean isActive(Instant now) {
        return now.isBefore(expires);
    }

    public boolean appliesTo(String group) {
        return groups.isEmpty() || groups.contains(group);
    }
}
