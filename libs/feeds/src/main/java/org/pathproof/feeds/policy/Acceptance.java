// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.path.RouteStates;

/**
 * The states that make a path unacceptable. NOT_VALID is always one of them. An UNVERIFIED or stale path is always
 * accepted, so that missing data never moves traffic.
 *
 * @param refused the reasons to refuse a path; NOT_VALID is added if it is missing
 */
public record Acceptance(Set<Refusal> refused) {
    public Acceptance {
        EnumSet<Refusal> all = EnumSet.of(Refusal.NOT_VALID);
        all.addAll(refused);
        refused = Set.copyOf(all);
    }

    /**
     * Returns the default of a policy. The default refuses malformed paths, but not origin-invalid or ASPA-invalid
     * paths.
     */
    public static Acceptance ofDefault(PolicyKind policy) {
        return new Acceptance(
                policy == PolicyKind.PREFER_VALID
                        ? Set.of(Refusal.UNSIGNED, Refusal.MALFORMED)
                        : Set.of(Refusal.MALFORMED));
    }

    /** Returns the first reason to refuse a path, in the order of {@link Refusal}; empty for an accepted path. */
    public Optional<Refusal> refusal(RouteStates states) {
        if (states.stale() || states.path() == PathState.UNVERIFIED) {
            return Optional.empty();
        }
        for (Refusal reason : Refusal.values()) {
            if (refused.contains(reason) && applies(reason, states)) {
                return Optional.of(reason);
            }
        }
        return Optional.empty();
    }

    private static boolean applies(Refusal reason, RouteStates states) {
        return switch (reason) {
            case NOT_VALID -> states.path() == PathState.NOT_VALID;
            case UNSIGNED -> states.path() == PathState.UNSIGNED;
            case MALFORMED -> states.path() == PathState.MALFORMED;
            case ORIGIN_INVALID -> states.origin() == OriginState.INVALID;
            case ASPA_INVALID -> states.aspa() == AspaState.INVALID;
        };
    }
}
