// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.time.Instant;
import java.util.List;

/** Verifies routes with published keys. Not thread-safe, because some schemes cache results. */
public interface PathVerifier {
    /**
     * Verifies a route. Accepts any path that {@link ConfiguredScheme#decode} returns, and throws no exception. Does
     * not read private values.
     *
     * @param now the time for checks of validity
     */
    Verification verify(SecuredRoute route, Instant now);

    /** Verifies routes together. The results are in the order of the routes. */
    default List<Verification> verifyAll(List<SecuredRoute> routes, Instant now) {
        return routes.stream().map(route -> verify(route, now)).toList();
    }
}
