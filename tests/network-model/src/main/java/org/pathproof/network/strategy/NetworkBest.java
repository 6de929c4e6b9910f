// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.strategy;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.network.model.NetworkView;
import org.pathproof.network.model.PeerKind;
import org.pathproof.network.model.SeenPath;

/**
 * The best accepted paths of a whole network: those from outside of the AS, at all monitored routers. No override
 * changes these paths, so overrides that are made of them do not depend on themselves.
 *
 * @param leaders the accepted paths that no step removes which all routers of the AS share; empty if there are none
 * @param threats the refused paths that are not worse than one of them
 */
record NetworkBest(List<SeenPath> leaders, List<SeenPath> threats) {
    static final VisibleSteps SHARED_STEPS = new VisibleSteps(false);

    static NetworkBest of(NetworkView view) {
        List<SeenPath> accepted = new ArrayList<>();
        List<SeenPath> refused = new ArrayList<>();
        for (SeenPath path : view.paths()) {
            if (path.kind() == PeerKind.EXTERNAL) {
                (path.refused() ? refused : accepted).add(path);
            }
        }
        return new NetworkBest(SHARED_STEPS.leaders(accepted), SHARED_STEPS.threats(refused, accepted));
    }

    /** Returns the lowest LOCAL_PREF that wins against every threat. */
    int winningLocalPref() {
        return threats.stream().mapToInt(SeenPath::localPrefOrDefault).max().orElse(0) + 1;
    }
}
