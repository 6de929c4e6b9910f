// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import org.jspecify.annotations.Nullable;

/** Receives what a router reports by BMP (RFC 7854): sessions, and the Adj-RIB-In after policy. */
interface Monitoring {
    /** Reports a path, or its withdrawal if {@code route} is null. */
    void report(int router, Neighbor neighbor, int pathId, @Nullable Route route);

    /** Reports that a session of the router started or ended (Peer Up and Peer Down). */
    void reportState(int router, Neighbor neighbor, boolean up);
}
