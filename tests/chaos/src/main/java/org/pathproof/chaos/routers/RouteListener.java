// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.routers;

import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Update;

/** Receives the changes of the routes that routers have from replicas. */
public interface RouteListener {
    /**
     * Handles a change.
     *
     * @param replica number of the replica
     * @param before the route that is replaced or removed; null for a new one
     * @param now the new route; null for a removal
     * @param covered true if the router has a route to the prefix after the change
     */
    void onChange(
            String router,
            int replica,
            Prefix prefix,
            @Nullable HeldRoute before,
            @Nullable HeldRoute now,
            boolean covered);

    /** Handles an UPDATE with an error that makes it a withdrawal (RFC 7606). */
    void onMalformedUpdate(String router, Update update);
}
