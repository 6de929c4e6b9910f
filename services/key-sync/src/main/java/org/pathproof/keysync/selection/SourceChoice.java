// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.selection;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the candidate whose data is in force: the most preferred one that works (RFC 8210 section 10). A candidate is
 * a source, or a group of sources whose data is merged.
 *
 * <p>The chosen candidate counts as working for {@code failover} after it fails, so that the restart of a cache does
 * not replace the set twice. A working candidate is not replaced by another one of the same rank. If no candidate
 * works, the chosen one is kept, unless its data has expired and another candidate has data that has not expired.
 */
final class SourceChoice {
    private static final int NONE = -1;

    private final Duration failover;
    private int chosen = NONE;
    private @Nullable Instant failingSince;

    /**
     * A source, or a group of sources.
     *
     * @param rank preference; lower is more preferred
     * @param works true if the data is complete and current
     * @param hasData true after the first complete data
     * @param expired true if the data has expired
     */
    record Candidate(int rank, boolean works, boolean hasData, boolean expired) {}

    SourceChoice(Duration failover) {
        this.failover = failover;
    }

    /** Returns the index of the candidate to use; -1 before the first data of any candidate. */
    int choose(List<Candidate> candidates, Instant now) {
        boolean chosenWorks = chosen != NONE && candidates.get(chosen).works();
        if (chosenWorks || chosen == NONE) {
            failingSince = null;
        } else if (failingSince == null) {
            failingSince = now;
        }
        boolean withinFailover = failingSince != null && now.isBefore(failingSince.plus(failover));
        int best = best(candidates);
        if (best != NONE && (chosen == NONE || isPreferred(candidates, best) || !chosenWorks && !withinFailover)) {
            select(best);
        } else if (best == NONE && (chosen == NONE || candidates.get(chosen).expired())) {
            selectCurrent(candidates);
        }
        return chosen;
    }

    /** Returns the working candidate with the lowest rank; -1 if none works. */
    private static int best(List<Candidate> candidates) {
        int best = NONE;
        for (int i = 0; i < candidates.size(); i++) {
            if (candidates.get(i).works()
                    && (best == NONE
                            || candidates.get(i).rank() < candidates.get(best).rank())) {
                best = i;
            }
        }
        return best;
    }

    private boolean isPreferred(List<Candidate> candidates, int other) {
        return candidates.get(other).rank() < candidates.get(chosen).rank();
    }

    /** Selects the first candidate whose data has not expired, if there is one. */
    private void selectCurrent(List<Candidate> candidates) {
        for (int i = 0; i < candidates.size(); i++) {
            if (candidates.get(i).hasData() && !candidates.get(i).expired()) {
                select(i);
                return;
            }
        }
    }

    private void select(int index) {
        chosen = index;
        failingSince = null;
    }
}
