// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.v1.Session;
import org.pathproof.verdictstore.store.Route;

/** Decides which prefixes of a neighbor are listed. */
interface ListingRule {
    /** The decision about one prefix of one neighbor. */
    enum Decision {
        LISTED,
        /** Left out because the neighbor also has an accepted path, which a prefix filter cannot distinguish. */
        AMBIGUOUS,
        NOT_LISTED
    }

    /** Returns true if the rule applies to the router of a session. */
    boolean appliesTo(Session session);

    /** Returns true if the rule refuses a route. */
    boolean refuses(Route route);

    /** Returns the states that a listed path can have; empty for all states. */
    Set<PathState> states();

    /**
     * Decides about a prefix.
     *
     * @param own routes of the neighbor to the prefix, in the Adj-RIB-In before or after policy
     * @param others returns such routes of other neighbors
     */
    Decision decide(List<Route> own, Supplier<List<Route>> others);
}
