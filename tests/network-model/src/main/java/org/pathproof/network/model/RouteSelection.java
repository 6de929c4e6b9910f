// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The decision process of a router: RFC 4271 section 9.1.2.2, with RFC 4456 section 9 and RFC 5065 section 5.3. Each
 * step removes candidates. MULTI_EXIT_DISC is compared within a neighbor AS, so the order of arrival has no effect.
 *
 * @param missingMedIsWorst true if a missing MULTI_EXIT_DISC is the worst one, not the best
 * @param acceptedFirst true if accepted paths rank above refused ones, as at a router that validates paths itself
 */
public record RouteSelection(boolean missingMedIsWorst, boolean acceptedFirst) {
    /** Returns the best route; null if there is no usable candidate. */
    @Nullable
    Candidate best(List<Candidate> usable) {
        if (usable.isEmpty()) {
            return null;
        }
        if (usable.size() == 1) {
            return usable.getFirst();
        }
        List<Candidate> rest = new ArrayList<>(usable);
        if (acceptedFirst) {
            keepLowest(rest, c -> c.route().source().tampered() ? 1 : 0);
        }
        keepLowest(rest, c -> c.route().ranked() ? 0 : 1);
        keepLowest(rest, c -> -c.route().localPref());
        keepLowest(rest, c -> c.route().source().length());
        keepLowest(rest, c -> c.route().source().origin());
        removeHigherMeds(rest);
        keepLowest(rest, c -> c.kind() == PeerKind.EXTERNAL ? 0 : 1);
        keepLowest(rest, Candidate::igpCost);
        keepLowest(rest, RouteSelection::identifier);
        keepLowest(rest, c -> c.route().clusterList().size());
        keepLowest(rest, Candidate::peerAddress);
        keepLowest(rest, Candidate::pathId);
        return rest.getFirst();
    }

    private void removeHigherMeds(List<Candidate> rest) {
        int first = med(rest.getFirst());
        if (haveMed(rest, first)) {
            return;
        }
        Map<Integer, Integer> lowest = new HashMap<>();
        for (Candidate candidate : rest) {
            lowest.merge(candidate.route().source().neighborAs(), med(candidate), Math::min);
        }
        rest.removeIf(candidate ->
                med(candidate) > lowest.getOrDefault(candidate.route().source().neighborAs(), 0));
    }

    private boolean haveMed(List<Candidate> candidates, int med) {
        for (Candidate candidate : candidates) {
            if (med(candidate) != med) {
                return false;
            }
        }
        return true;
    }

    private int med(Candidate candidate) {
        int med = candidate.route().source().med();
        return med >= 0 ? med : missingMedIsWorst ? Integer.MAX_VALUE : 0;
    }

    private static int identifier(Candidate candidate) {
        int originator = candidate.route().originatorId();
        return originator != 0 ? originator : candidate.peerIdentifier();
    }

    private static void keepLowest(List<Candidate> rest, ToIntFunction<Candidate> value) {
        int size = rest.size();
        if (size == 1) {
            return;
        }
        int lowest = Integer.MAX_VALUE;
        for (Candidate candidate : rest) {
            lowest = Math.min(lowest, value.applyAsInt(candidate));
        }
        int limit = lowest;
        rest.removeIf(candidate -> value.applyAsInt(candidate) > limit);
    }
}
