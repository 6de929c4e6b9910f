// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.workload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.lab.paths.LabRoute;

/**
 * Changes to a table. A change gives a prefix the path of another prefix of the same neighbor. The prefix never had
 * this path, so every change has new signatures. Successive changes concern successive prefixes of the table.
 */
public final class Changes {
    private static final int FIRST_SHIFT = 104_729;
    private static final int STEP = 7919;
    private static final int ATTEMPTS = 100;

    private final List<LabRoute> table;
    private final Set<LabRoute> seen;
    private int next;

    public Changes(List<LabRoute> table) {
        this.table = table;
        seen = new HashSet<>(table);
    }

    /** Returns the next {@code count} changes; fewer if the table is too small. */
    public List<LabRoute> take(int count) {
        List<LabRoute> changed = new ArrayList<>(count);
        for (int unchanged = 0; changed.size() < count && unchanged < table.size(); next++) {
            if (!change(next, changed)) {
                unchanged++;
            }
        }
        return changed;
    }

    private boolean change(int number, List<LabRoute> changed) {
        LabRoute route = table.get(number % table.size());
        int round = 1 + number / table.size();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            LabRoute other = table.get(Math.floorMod(number + FIRST_SHIFT * round + STEP * attempt, table.size()));
            LabRoute candidate = new LabRoute(route.prefix(), other.hops());
            if (other.peerAs() == route.peerAs() && seen.add(candidate)) {
                changed.add(candidate);
                return true;
            }
        }
        return false;
    }
}
