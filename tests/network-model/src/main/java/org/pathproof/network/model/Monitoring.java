// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import org.jspecify.annotations.Nullable;

/** Receives the Adj-RIB-In of a router after policy (RFC 7854). */
interface Monitoring {
    /** Reports a path, or its withdrawal if {@code route} is null. */
    void report(int router, Neighbor neighbor, int pathId, @Nullable Route route);
}
