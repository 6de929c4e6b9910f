// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.path.RouteAttributes;

/**
 * The overrides of a prefix at all routers of a network.
 *
 * @param byRouter the announced attributes by name of the router; empty without an override
 */
public record AnnouncedPaths(NavigableMap<String, RouteAttributes> byRouter) {
    static AnnouncedPaths of(Map<String, OverrideDecision> decisions) {
        NavigableMap<String, RouteAttributes> byRouter = new TreeMap<>();
        decisions.forEach((router, decision) -> {
            if (decision instanceof Announce announce) {
                byRouter.put(router, announce.attributes());
            }
        });
        return new AnnouncedPaths(byRouter);
    }
}
