// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.Refusal;

/** The decision about one prefix of one router. */
public sealed interface OverrideDecision {
    /** Nothing is announced. */
    record None(Reason reason) implements OverrideDecision {}

    /**
     * A path is announced.
     *
     * @param path the accepted path
     * @param attributes the attributes of the announcement
     * @param overridden the best refused path that the router could select. While flap damping holds the prefix, this
     *     is the best of all refused paths
     * @param refusal the reason why {@code overridden} is not accepted
     */
    record Announce(CandidatePath path, RouteAttributes attributes, CandidatePath overridden, Refusal refusal)
            implements OverrideDecision {}

    /**
     * The router has no accepted path and keeps its own choice.
     *
     * @param path the best path
     * @param refusal the reason why the path is not accepted
     * @param listed true if the policy lists the prefix in the exported prefix sets
     */
    record NoAcceptedPath(CandidatePath path, Refusal refusal, boolean listed) implements OverrideDecision {}

    /** Reasons to announce nothing. */
    enum Reason {
        /** All feeds are switched off. */
        SWITCHED_OFF("switched-off"),
        /** The policy of the router's group does not override. */
        POLICY("policy"),
        /** At least one {@link Suspension} is in force. */
        SUSPENDED("suspended"),
        /** The router has no path, apart from paths of Pathproof and paths in a view that the policy does not use. */
        NO_PATH("no-path"),
        /** The policy accepts every path. */
        ALL_ACCEPTED("all-accepted"),
        /** Each of the best accepted paths is strictly better than every refused path. */
        NOT_NEEDED("not-needed"),
        /** The policy's LOCAL_PREF is not above the LOCAL_PREF of every path, or no higher value exists. */
        LOCAL_PREFERENCE("local-preference"),
        /** Every accepted path lacks an attribute, or has a next hop or another attribute that cannot be announced. */
        NOT_ANNOUNCEABLE("not-announceable");

        private final String label;

        Reason(String label) {
            this.label = label;
        }

        /** Returns the stable name for REST and for people. */
        public String label() {
            return label;
        }
    }
}
