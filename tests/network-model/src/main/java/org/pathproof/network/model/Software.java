// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/** Router software, with the deviations from the RFCs that trials with real daemons showed. */
public enum Software {
    /** Follows the RFCs, and has a local rank above LOCAL_PREF (weight or preference). */
    STANDARD,
    /**
     * FRR 8.4. BMP shows no LOCAL_PREF of external paths, and puts the router's own CLUSTER_ID first in internal paths.
     * FRR drops BGPsec_PATH, so that internal neighbors receive paths without signatures.
     */
    FRR,
    /**
     * GoBGP 3.10. A path of the feed goes to neighbors that are not reflection clients without ORIGINATOR_ID and
     * CLUSTER_LIST, and its withdrawal is lost. There is no local rank above LOCAL_PREF.
     */
    GOBGP;

    /** Returns true if an import policy of the feed session can rank a path above LOCAL_PREF at this router only. */
    public boolean hasLocalRank() {
        return this != GOBGP;
    }
}
