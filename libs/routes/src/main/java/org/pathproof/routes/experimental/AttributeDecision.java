// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes.experimental;

import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.SchemeResult;

/** Decides the result of routes with an experimental path attribute. Confined to the thread of one task. */
@FunctionalInterface
public interface AttributeDecision {
    /**
     * Returns the result for an announced route. May throw; callers keep the route.
     *
     * @param announcement an announcement with a {@code scheme_path}
     */
    SchemeResult decide(RouteKey route, Announcement announcement);
}
