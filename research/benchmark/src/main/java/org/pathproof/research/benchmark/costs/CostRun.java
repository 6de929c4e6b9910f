// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.costs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.research.benchmark.costs.PeerCosts.Library;

/** Measures Pathproof and, where they are built, RTRlib and BGP-SRx on the same keys and paths. */
public final class CostRun {
    private static final int PATHS = 5_000;
    private static final int QUICK_PATHS = 1_000;

    private CostRun() {}

    /**
     * Measures all systems in turn.
     *
     * @param quick true for 1,000 paths of each length, false for 5,000
     * @param peers folder with the script {@code measure}
     * @param rtrlib folder of RTRlib, if it is to be measured
     * @param srx folder of BGP-SRx, if it is to be measured
     */
    public static List<Cost> measure(boolean quick, Path peers, Optional<Path> rtrlib, Optional<Path> srx)
            throws IOException {
        CostWorkload workload = CostWorkload.create(quick ? QUICK_PATHS : PATHS);
        List<Cost> costs = new ArrayList<>();
        if (rtrlib.isPresent()) {
            costs.addAll(PeerCosts.measure(Library.RTRLIB, peers, rtrlib.get(), workload));
        }
        if (srx.isPresent()) {
            costs.addAll(PeerCosts.measure(Library.SRX, peers, srx.get(), workload));
        }
        costs.addAll(PathproofCosts.measure(workload));
        return costs;
    }
}
