// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

/** The steps of route selection that can decide a comparison of two paths, in order. */
public enum DecisionStep {
    /** Higher LOCAL_PREF (RFC 4271 section 9.1.1). */
    LOCAL_PREF("local-pref", true),
    /** Shorter AS_PATH (RFC 4271 section 9.1.2.2 a). */
    AS_PATH_LENGTH("as-path-length", true),
    /** Lower ORIGIN (RFC 4271 section 9.1.2.2 b). */
    ORIGIN("origin", true),
    /** Lower MULTI_EXIT_DISC of the same neighbor AS (RFC 4271 section 9.1.2.2 c). */
    MULTI_EXIT_DISC("multi-exit-disc", true),
    /** External before internal (RFC 4271 section 9.1.2.2 d). */
    EXTERNAL("external", true),
    /** Lower BGP Identifier or ORIGINATOR_ID (RFC 4271 section 9.1.2.2 f, RFC 4456 section 9). */
    IDENTIFIER("identifier", false),
    /** Shorter CLUSTER_LIST (RFC 4456 section 9). */
    CLUSTER_LIST_LENGTH("cluster-list-length", false),
    /** Lower peer address (RFC 4271 section 9.1.2.2 g). */
    PEER_ADDRESS("peer-address", false),
    /** Lower Path Identifier. Pathproof added this step; it is in no RFC. */
    PATH_ID("path-id", false);

    private final String label;
    private final boolean visible;

    DecisionStep(String label, boolean visible) {
        this.label = label;
        this.visible = visible;
    }

    /** Returns the stable name for REST and for people. */
    public String label() {
        return label;
    }

    /**
     * Returns true if the router decides by this step in the same way. Before the other steps, the router uses steps
     * that are not visible from outside, such as interior cost. The other steps only make the choice of Pathproof
     * deterministic.
     */
    public boolean isVisible() {
        return visible;
    }
}
