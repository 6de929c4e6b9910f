// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

/**
 * A requirement of overrides at a router.
 *
 * @param words finding, and the remedy if the requirement is not met
 */
public record FeedRequirement(Kind kind, State state, String words) {
    /** The requirements, in the order in which an operator meets them. */
    public enum Kind {
        /** The router sends its sessions over BMP. */
        BMP("bmp"),
        /** The collector publishes the attributes of the paths after policy. */
        PATHS("paths"),
        /** A group of the policy makes overrides at the router. */
        POLICY("policy"),
        /** The BGP session with Pathproof is established. */
        SESSION("session"),
        /** All routers of the network that send external paths over iBGP are monitored. */
        BORDERS_MONITORED("borders-monitored"),
        /** All monitored routers with external neighbors can receive overrides. */
        BORDERS_FED("borders-fed"),
        /** LOCAL_PREF of the router's paths is known, or the policy sets a higher one. */
        LOCAL_PREFERENCE("local-preference"),
        /** Inner routers can use the next hops of overrides. */
        NEXT_HOPS("next-hops"),
        /** The router reflects overrides as RFC 4456 says. */
        REFLECTION("reflection"),
        /** The import policy of the session with Pathproof changes nothing. */
        FEED_IMPORT("feed-import"),
        /** The router selects routes as RFC 4271 says, without a weight and other options. */
        ROUTE_SELECTION("route-selection"),
        /** The communities of Pathproof stay in the AS. */
        EXPORT("export");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Returns the stable name for REST. */
        public String label() {
            return label;
        }
    }

    /** The result of a check. */
    public enum State {
        MET("met"),
        NOT_MET("not-met"),
        /** Nothing that Pathproof sees tells it. */
        UNKNOWN("unknown");

        private final String label;

        State(String label) {
            this.label = label;
        }

        /** Returns the stable name for REST. */
        public String label() {
            return label;
        }
    }
}
