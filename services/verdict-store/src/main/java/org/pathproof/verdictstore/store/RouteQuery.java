// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.Collections;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.Prefix;

/**
 * A query for routes that match all of its parts. An empty or null part matches every route.
 *
 * @param prefix interpreted by {@code match}
 * @param states any of these path states
 * @param origins any of these origin states
 * @param aspa any of these ASPA states
 * @param rules at least one finding of these rules
 * @param asn an AS anywhere in the path
 * @param originAs the last AS of the path
 */
public record RouteQuery(
        @Nullable Prefix prefix,
        Match match,
        Set<PathState> states,
        Set<OriginVerdict> origins,
        Set<AspaVerdict> aspa,
        Set<Rule> rules,
        @Nullable SessionSelector router,
        @Nullable SessionSelector peer,
        OptionalLong asn,
        OptionalLong originAs,
        @Nullable RibView view) {
    /** Matches every route. */
    public static final RouteQuery ALL = new RouteQuery(
            null,
            Match.EXACT,
            Set.of(),
            Set.of(),
            Set.of(),
            Set.of(),
            null,
            null,
            OptionalLong.empty(),
            OptionalLong.empty(),
            null);

    public RouteQuery withPrefix(Prefix wanted, Match how) {
        return new RouteQuery(wanted, how, states, origins, aspa, rules, router, peer, asn, originAs, view);
    }

    public RouteQuery withOriginAs(long wanted) {
        return new RouteQuery(
                prefix, match, states, origins, aspa, rules, router, peer, asn, OptionalLong.of(wanted), view);
    }

    public RouteQuery withStates(Set<PathState> wanted) {
        return new RouteQuery(prefix, match, wanted, origins, aspa, rules, router, peer, asn, originAs, view);
    }

    public RouteQuery withSessions(@Nullable SessionSelector ofRouter, @Nullable SessionSelector ofPeer) {
        return new RouteQuery(prefix, match, states, origins, aspa, rules, ofRouter, ofPeer, asn, originAs, view);
    }

    /** Returns true if the query selects sessions. */
    boolean selectsSessions() {
        return router != null || peer != null || view != null;
    }

    /** Returns the flags of the wanted states and rules. */
    RouteFlags.Filter flags() {
        return RouteFlags.Filter.of(states, origins, aspa, rules);
    }

    /** Returns true if a session matches. */
    public boolean matches(Session session) {
        return (router == null || router.isRouterOf(session))
                && (peer == null || peer.isPeerOf(session))
                && (view == null || view == session.getView());
    }

    /** Returns true if a prefix matches. For LONGEST, returns true if it may match. */
    public boolean matches(Prefix other) {
        if (prefix == null) {
            return true;
        }
        return switch (match) {
            case EXACT -> prefix.equals(other);
            case LONGEST, COVERING -> other.covers(prefix);
            case COVERED -> prefix.covers(other);
        };
    }

    /** Returns true if a route matches, apart from its prefix and its session. */
    public boolean matchesVerdict(Route route) {
        return (states.isEmpty() || states.contains(route.state()))
                && (origins.isEmpty() || origins.contains(route.origin()))
                && (aspa.isEmpty() || aspa.contains(route.aspa()))
                && (rules.isEmpty() || !Collections.disjoint(rules, route.rules()))
                && matchesPath(route);
    }

    /** Returns true if the AS path of a route matches. */
    public boolean matchesPath(Route route) {
        return (asn.isEmpty() || route.passes(asn.getAsLong()))
                && (originAs.isEmpty() || route.originatedBy(originAs.getAsLong()));
    }

    /** Returns true if a route matches and is alive. */
    public boolean matches(Route route) {
        return matchesVerdict(route)
                && (prefix == null || matches(route.prefix()))
                && route.alive()
                && (!selectsSessions()
                        || route.sessionView().session().filter(this::matches).isPresent());
    }
}
