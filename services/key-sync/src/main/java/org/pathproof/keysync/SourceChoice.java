// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which source the set in force comes from (RFC 8210 section 10): the most preferred that works. The one in use counts as working for a
 * while after it fails, so that a cache's restart does not replace the set twice; when none works it is kept, unless its data has
 * expired and another's has not.
 */
final class SourceChoice {
    private static final int NONE = -1;

    private final Duration patience;
    private int chosen = NONE;
    private @Nullable Instant failingSince;

    SourceChoice(Duration patience) {
        this.patience = patience;
    }

    /** The index of the source to use; -1 when none ever had data. */
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
        boolean patient = failingSince != null && now.isBefore(failingSince.plus(patience));
        int best = working.isEmpty() ? NONE : working.getFirst();
        if (best != NONE && (chosen == NONE || best < chosen || !chosenWorks && !patient)) {
            take(best);
        } else if (best == NONE && (chosen == NONE || readings.get(chosen).hasExpired(now))) {
            for (int i = 0; i < readings.size(); i++) {
                Source.Reading reading = readings.get(i);
                if (reading.data() != null && !reading.hasExpired(now)) {
                    take(i);
                    break;
                }
            }
        }
        return chosen;
    }

    private void take(int index) {
        chosen = index;
        failingSince = null;
    }
}
