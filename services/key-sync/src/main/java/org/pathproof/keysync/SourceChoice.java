// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the source of the set in force: the most preferred source that works (RFC 8210 section 10).
 *
 * <p>The chosen source counts as working for {@code failover} after it fails, so that the restart of a cache does not
 * replace the set twice. If no source works, the chosen source is kept, unless its data has expired and another source
 * has data that has not expired.
 */
final class SourceChoice {
    private static final int NONE = -1;

    private final Duration failover;
    private int chosen = NONE;
    private @Nullable Instant failingSince;

    SourceChoice(Duration failover) {
        this.failover = failover;
    }

    /** Returns the index of the source to use; -1 before the first data of any source. */
    int choose(List<Source.Reading> readings, Instant now) {
        List<Integer> working = new ArrayList<>();
        for (int i = 0; i < readings.size(); i++) {
            if (readings.get(i).works()) {
                working.add(i);
            }
        }
        boolean chosenWorks = chosen != NONE && readings.get(chosen).works();
        if (chosenWorks || chosen == NONE) {
            failingSince = null;
        } else if (failingSince == null) {
            failingSince = now;
        }
        boolean withinFailover = failingSince != null && now.isBefore(failingSince.plus(failover));
        int best = working.isEmpty() ? NONE : working.getFirst();
        if (best != NONE && (chosen == NONE || best < chosen || !chosenWorks && !withinFailover)) {
            select(best);
        } else if (best == NONE && (chosen == NONE || readings.get(chosen).hasExpired(now))) {
            for (int i = 0; i < readings.size(); i++) {
                Source.Reading reading = readings.get(i);
                if (reading.data() != null && !reading.hasExpired(now)) {
                    select(i);
                    break;
                }
            }
        }
        return chosen;
    }

    private void select(int index) {
        chosen = index;
        failingSince = null;
    }
}
