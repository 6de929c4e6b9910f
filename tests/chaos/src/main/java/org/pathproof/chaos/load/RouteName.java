// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.load;

import org.pathproof.wire.Prefix;

/**
 * The name of a route, equal for routers and readers: sysName of the router, address of the neighbor, prefix, path
 * identifier.
 */
public record RouteName(String router, String peer, Prefix prefix, long pathId) {
    @Override
    public String toString() {
        return router + " " + peer + " " + prefix + (pathId == 0 ? "" : " path " + pathId);
    }
}
