// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.load;

import org.pathproof.wire.Prefix;

/** A route in words that routers and readers have in common: sysName of the router, address of the neighbour, prefix, path id. */
public record RouteName(String router, String peer, Prefix prefix, long pathId) {
    @Override
    public String toString() {
        return router + " " + peer + " " + prefix + (pathId == 0 ? "" : " path " + pathId);
    }
}
