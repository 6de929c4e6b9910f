// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import org.pathproof.policyapi.rest.NotReadyException;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteLookup;

/** The refused routes that an export lists although they left the table, or lost their signatures. Thread-safe. */
public interface RememberedRoutes {
    /**
     * Throws {@link NotReadyException} while the routes are not read. A set without them would permit refused routes.
     */
    void requireReady();

    /** Returns the remembered routes as a table, with their verdicts under the present RPKI data. */
    RouteLookup table();

    /** Returns true if a route is a remembered route without its signatures. */
    boolean isShadow(Route route);
}
