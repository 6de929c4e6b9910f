// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

/** The use of Path Identifiers in an {@link AdjRibOut}. */
public enum PathIds {
    /** One route for each prefix, with Path Identifier 0. Every session sends it. */
    SINGLE,
    /**
     * Several routes for a prefix. A session with ADD-PATH sends the routes with a Path Identifier above 0. A session
     * without ADD-PATH sends the route with Path Identifier 0.
     */
    MULTIPLE;

    /** Returns true if a session sends routes with this Path Identifier. */
    boolean sends(long pathId, boolean addPath) {
        return this == SINGLE || addPath == (pathId != 0);
    }
}
