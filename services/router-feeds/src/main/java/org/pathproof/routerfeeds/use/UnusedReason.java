// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.util.List;
import java.util.OptionalLong;

/** The reasons for which a router does not use an override, as far as they can be known. */
public enum UnusedReason {
    /** The BGP session with the router is not established, so that nothing is announced. */
    SESSION_DOWN("session-down", "the BGP session of the router with Pathproof is not established"),
    /** The import policy of the session with Pathproof denies or changes the override. */
    IMPORT_POLICY("import-policy", "the router's import policy of the session with Pathproof denies or changes it"),
    /** The override carries an identifier of the router (RFC 4456 section 8). */
    CLUSTER_ID("cluster-id", "it carries the router's own identifier in ORIGINATOR_ID or CLUSTER_LIST"),
    /** The router uses another override of Pathproof. */
    OTHER_OVERRIDE("other-override", "the router uses another override of Pathproof"),
    /** The used path has a higher LOCAL_PREF. */
    LOCAL_PREFERENCE("local-preference", "the used path has a higher LOCAL_PREF"),
    /** The router prefers the used path by something that BGP does not carry. */
    ROUTER_PREFERENCE(
            "router-preference",
            "the router prefers a path that is not better by LOCAL_PREF: it has a weight or an administrative preference,"
                    + " or the route is the router's own"),
    /** No route of the router leads to the next hop, as far as the other overrides tell. */
    NEXT_HOP(
            "next-hop",
            "likely the router has no route to its next hop, or an import policy of the session with Pathproof denies it"),
    /** Nothing tells the reason. */
    UNKNOWN_CAUSE("unknown-cause", "nothing tells the reason");

    private final String label;
    private final String sentence;

    UnusedReason(String label, String sentence) {
        this.label = label;
        this.sentence = sentence;
    }

    /** Returns the stable name for REST and metrics. */
    public String label() {
        return label;
    }

    /** Returns the reason as a part of a sentence about the override. */
    public String sentence() {
        return sentence;
    }

    /** Returns true if another path may succeed where this override does not. */
    boolean isOfPath() {
        return this != SESSION_DOWN && this != OTHER_OVERRIDE;
    }

    /**
     * Returns the reason for which an override is not used.
     *
     * @param rows all rows of the prefix
     * @param reachable true if the router uses another override with the same next hop
     */
    static UnusedReason of(
            RouterViews router, AnnouncedOverride override, Evidence evidence, List<SeenPath> rows, boolean reachable) {
        if (evidence.kind() == Evidence.Kind.DENIED || isChanged(router, override, rows)) {
            return IMPORT_POLICY;
        }
        if (router.identifiers().stream().anyMatch(override::isRefusedBy)) {
            return CLUSTER_ID;
        }
        if (evidence.override()) {
            return OTHER_OVERRIDE;
        }
        SeenPath used = evidence.used();
        if (used == null) {
            return reachable ? UNKNOWN_CAUSE : NEXT_HOP;
        }
        OptionalLong preference = used.localPreference();
        if (preference.orElse(0) > override.localPreference().orElse(0)) {
            return LOCAL_PREFERENCE;
        }
        if (used.asPath().isEmpty()) {
            return ROUTER_PREFERENCE;
        }
        if (!reachable) {
            return NEXT_HOP;
        }
        return preference.isPresent() ? ROUTER_PREFERENCE : UNKNOWN_CAUSE;
    }

    private static boolean isChanged(RouterViews router, AnnouncedOverride override, List<SeenPath> rows) {
        return UseRules.accepted(router, rows).stream()
                .anyMatch(row -> row.localPreference().isPresent()
                        && !row.localPreference().equals(override.localPreference()));
    }
}
