// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.v1.Session;
import org.pathproof.verdictstore.store.Route;

/**
 * Lists prefixes with a path in one of the given states, unless the neighbor also has a VALID path.
 *
 * @param states the states of refused paths
 */
record StateRule(Set<PathState> states) implements ListingRule {
    @Override
    public boolean appliesTo(Session session) {
        return true;
    }

    @Override
    public boolean refuses(Route route) {
        return states.contains(route.state());
    }

    @Override
    public Decision decide(List<Route> own, Supplier<List<Route>> others) {
        if (own.stream().noneMatch(this::refuses)) {
            return Decision.NOT_LISTED; // the route changed since it was found
        }
        return own.stream().anyMatch(route -> route.state() == PathState.VALID) ? Decision.AMBIGUOUS : Decision.LISTED;
    }
}
