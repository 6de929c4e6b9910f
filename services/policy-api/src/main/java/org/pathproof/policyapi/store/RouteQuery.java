// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

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
 * Which routes are asked for: those that fit every part. An empty set or null asks for nothing in particular.
 *
 * @param prefix read by {@code match}
 * @param states any of these path states
 * @param origins any of these origin states
 * @param rules at least one finding of these rules
 * @param asn an AS anywhere in the path
 * @param originAs the last AS of the path
 */
public record RouteQuery(
        @Nullable Prefix prefix,
        Match match,
        Set<PathState> states,
        Set<OriginVerdict> origins,
        Set<Rule> rules,
        @Nullable SessionSelector router,
        @Nullable SessionSelector peer,
        OptionalLong asn,
        OptionalLong originAs,
        @Nullable RibView view) {
    /** Every route. */
    public static final RouteQuery ALL = new RouteQuery(
            null,
            Match.EXACT,
            Set.of(),
            Set.of(),
            Set.of(),
            null,
            null,
            OptionalLong.empty(),
            OptionalLong.empty(),
            null);

    public RouteQuery withPrefix(Prefix wanted, Match how) {
        return new RouteQuery(wanted, how, states, origins, rules, router, peer, asn, originAs, view);
    }

    public RouteQuery withOriginAs(long wanted) {
        return new RouteQuery(prefix, match, states, origins, rules, router, peer, asn, OptionalLong.of(wanted), view);
    }

    public RouteQuery withStates(Set<PathState> wanted) {
        return new RouteQuery(prefix, match, wanted, origins, rules, router, peer, asn, originAs, view);
    }

    public RouteQuery withSessions(@Nullable SessionSelector ofRouter, @Nullable SessionSelector ofPeer) {
        return new RouteQuery(prefix, match, states, origins, rules, ofRouter, ofPeer, asn, originAs, view);
    }

    /** Whether the query names sessions. */
    boolean selectsSessions() {
        return router != null || peer != null || view != null;
    }

    /** The states and rules that it asks for. */
    RouteFlags.Filter flags() {
        return RouteFlags.Filter.of(states, origins, rules);
    }

    /** Whether a session is one that the query asks for. */
    public boolean fits(Session session) {
        return (router == null || router.isRouterOf(session))
                && (peer == null || peer.isPeerOf(session))
                && (view == null || view == session.getView());
    }

    /** Whether a prefix is one that the query asks for; for LONGEST, whether it may be. */
    public boolean fits(Prefix other) {
        if (prefix == null) {
            return true;
        }
        return switch (match) {
            case EXACT -> prefix.equals(other);
            case LONGEST, COVERING -> other.covers(prefix);
            case COVERED -> prefix.covers(other);
        };
    }

    /** Whether a route fits, its prefix and session apart. */
    public boolean fitsVerdict(Route route) {
        return (states.isEmpty() || states.contains(route.state()))
                && (origins.isEmpty() || origins.contains(route.origin()))
                && (rules.isEmpty() || !Collections.disjoint(rules, route.rules()))
                && fitsPath(route);
    }

    /** Whether the AS path of a route fits. */
    public boolean fitsPath(Route route) {
        return (asn.isEmpty() || route.passes(asn.getAsLong()))
                && (originAs.isEmpty() || route.originatedBy(originAs.getAsLong()));
    }

    /** Whether a route fits and is alive. */
    public boolean fits(Route route) {
        return fitsVerdict(route)
                && (prefix == null || fits(route.prefix()))
                && route.alive()
                && (!selectsSessions()
                        || route.sessionView().session().filter(this::fits).isPresent());
    }
}
