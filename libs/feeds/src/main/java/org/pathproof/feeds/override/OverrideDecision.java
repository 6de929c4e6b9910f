// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.List;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.feeds.reflection.NeighborClients;

/** The decision about one prefix of one router. */
public sealed interface OverrideDecision {
    /**
     * Nothing is announced.
     *
     * @param routers names of the routers to which the reason refers; empty if it is the router itself
     */
    record None(Reason reason, List<String> routers) implements OverrideDecision {
        static None of(Reason reason) {
            return new None(reason, List.of());
        }

        static None of(Reason reason, String router) {
            return new None(reason, List.of(router));
        }
    }

    /**
     * A path is announced.
     *
     * @param path the accepted path
     * @param attributes the attributes of the announcement
     * @param overridden the best refused path of the network that the router could select. While flap damping holds the
     *     prefix, this is the best of all refused paths
     * @param refusal the reason why {@code overridden} is not accepted
     */
    record Announce(CandidatePath path, RouteAttributes attributes, NetworkPath overridden, Refusal refusal)
            implements OverrideDecision {}

    /**
     * The network has no accepted path, and the router keeps its own choice.
     *
     * @param path the best path of the router
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
        /** The router has no path from an external neighbor in a view that the policy uses. */
        NO_PATH("no-path"),
        /** The policy accepts every path of the network. */
        ALL_ACCEPTED("all-accepted"),
        /** Each of the best accepted paths of the network is strictly better than every refused path. */
        NOT_NEEDED("not-needed"),
        /** The best accepted paths enter at other routers, which have the overrides. */
        OTHER_BORDER("other-border"),
        /** A best accepted path enters at a router without a feed. */
        BORDER_NOT_FED("border-not-fed"),
        /** A best accepted path enters at a router whose policy makes no overrides. */
        BORDER_POLICY("border-policy"),
        /** A best accepted path enters at a router whose BGP session with Pathproof is down. */
        BORDER_SESSION_DOWN("border-session-down"),
        /** A router sends paths of external neighbors over iBGP, and is not monitored. */
        BORDER_NOT_MONITORED("border-not-monitored"),
        /**
         * A best accepted path enters at a router that rewrites next hops towards inner routers. The settings do not
         * say that inner routers can use the next hops of overrides.
         */
        BORDER_NEXT_HOP("border-next-hop"),
        /**
         * A best accepted path enters at a router that reflects routes without ORIGINATOR_ID (RFC 4456 section 8), or
         * whose software does so towards neighbors that are not known as clients ({@link NeighborClients}). Such a
         * router does not withdraw them.
         */
        BORDER_REFLECTION("border-reflection"),
        /**
         * A router may use a path that is not shown: its attributes are not published, or its post-policy view has no
         * Path Identifiers.
         */
        PATH_HIDDEN("path-hidden"),
        /** Flap damping holds the prefix, and the router has its own choice until the release. */
        HELD("held"),
        /** The policy's LOCAL_PREF is not above the LOCAL_PREF of every path, or no higher value exists. */
        LOCAL_PREFERENCE("local-preference"),
        /** Every accepted path lacks an attribute, or has a next hop or another attribute that cannot be announced. */
        NOT_ANNOUNCEABLE("not-announceable");

        private final String label;

        Reason(String label) {
            this.label = label;
        }

        /** Returns true if a router of the network stops an override that is needed. */
        public boolean isObstacle() {
            return switch (this) {
                case BORDER_NOT_FED,
                        BORDER_POLICY,
                        BORDER_SESSION_DOWN,
                        BORDER_NOT_MONITORED,
                        BORDER_NEXT_HOP,
                        BORDER_REFLECTION,
                        PATH_HIDDEN -> true;
                default -> false;
            };
        }

        /** Returns the stable name for REST and for people. */
        public String label() {
            return label;
        }
    }
}
