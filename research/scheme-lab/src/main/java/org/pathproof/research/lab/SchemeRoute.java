// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.lab;

import org.pathproof.research.schemes.SchemeId;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.wire.Prefix;

/**
 * A route of the lab.
 *
 * @param name {@code honest}, or the name of an attack such as {@code hop-removed}
 * @param route the route as the router receives it
 * @param verifies the claim of the scheme: true if the path verifies, false if the scheme stops the attack
 */
public record SchemeRoute(SchemeId id, String name, SecuredRoute route, boolean verifies) {
    public Prefix prefix() {
        return route.prefix();
    }
}
