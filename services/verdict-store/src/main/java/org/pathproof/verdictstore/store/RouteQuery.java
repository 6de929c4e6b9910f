// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.Collections;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.verdictstore.paged.RowFilter;
import org.pathproof.wire.Prefix;

/** A query for routes that match all of its parts. A part that the builder does not set matches every route. */
public final class RouteQuery {
    /** Matches every route. */
    public static final RouteQuery ALL = builder().build();

    private final @Nullable Prefix prefix;
    private final Match match;
    private final Set<PathState> states;
    private final Set<OriginVerdict> origins;
    private final Set<AspaVerdict> aspa;
    private final Set<Rule> rules;
    private final @Nullable SessionSelector router;
    private final @Nullable SessionSelector peer;
    private final OptionalLong asn;
    private final OptionalLong originAs;
    private final @Nullable RibView view;

    private RouteQuery(Builder builder) {
        prefix = builder.prefix;
        match = builder.match;
        states = builder.states;
        origins = builder.origins;
        aspa = builder.aspa;
        rules = builder.rules;
        router = builder.router;
        peer = builder.peer;
        asn = builder.asn;
        originAs = builder.originAs;
        view = builder.view;
    }

    /** Returns a builder of a query that matches every route. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the selected router; null for all routers. */
    public @Nullable SessionSelector router() {
        return router;
    }

    /** Returns the selected peer; null for all peers. */
    public @Nullable SessionSelector peer() {
        return peer;
    }

    /** Collects the parts of a query. An empty set, an empty number and null match every route. Not thread-safe. */
    public static final class Builder {
        private @Nullable Prefix prefix;
        private Match match = Match.EXACT;
        private Set<PathState> states = Set.of();
        private Set<OriginVerdict> origins = Set.of();
        private Set<AspaVerdict> aspa = Set.of();
        private Set<Rule> rules = Set.of();
        private @Nullable SessionSelector router;
        private @Nullable SessionSelector peer;
        private OptionalLong asn = OptionalLong.empty();
        private OptionalLong originAs = OptionalLong.empty();
        private @Nullable RibView view;

        private Builder() {}

        /** Selects routes by a prefix, which {@code how} interprets. */
        public Builder prefix(@Nullable Prefix wanted, Match how) {
            prefix = wanted;
            match = how;
            return this;
        }

        /** Selects routes with any of these path states. */
        public Builder states(Set<PathState> wanted) {
            states = wanted;
            return this;
        }

        /** Selects routes with any of these origin states. */
        public Builder origins(Set<OriginVerdict> wanted) {
            origins = wanted;
            return this;
        }

        /** Selects routes with any of these ASPA states. */
        public Builder aspa(Set<AspaVerdict> wanted) {
            aspa = wanted;
            return this;
        }

        /** Selects routes with at least one finding of these rules. */
        public Builder rules(Set<Rule> wanted) {
            rules = wanted;
            return this;
        }

        /** Selects routes of a router. */
        public Builder router(@Nullable SessionSelector wanted) {
            router = wanted;
            return this;
        }

        /** Selects routes of a peer. */
        public Builder peer(@Nullable SessionSelector wanted) {
            peer = wanted;
            return this;
        }

        /** Selects routes with an AS anywhere in the path. */
        public Builder asn(OptionalLong wanted) {
            asn = wanted;
            return this;
        }

        /** Selects routes by the last AS of the path. */
        public Builder originAs(OptionalLong wanted) {
            originAs = wanted;
            return this;
        }

        /** Selects routes of a RIB view. */
        public Builder view(@Nullable RibView wanted) {
            view = wanted;
            return this;
        }

        /** Returns the query. Later changes of the builder do not change it. */
        public RouteQuery build() {
            return new RouteQuery(this);
        }
    }

    /** Returns the prefix of the query; null if routes of all prefixes match. */
    @Nullable
    Prefix prefix() {
        return prefix;
    }

    /** Returns the interpretation of the prefix. */
    Match match() {
        return match;
    }

    /** Returns true if the query selects sessions. */
    boolean selectsSessions() {
        return router != null || peer != null || view != null;
    }

    /** Returns the filter of rows apart from their prefix. */
    RowFilter filter(RowFilter.@Nullable Sessions sessions) {
        return new RowFilter(
                bits(states, RouteFlags::bit),
                bits(origins, RouteFlags::bit),
                bits(aspa, RouteFlags::bit),
                RouteFlags.unionOf(rules),
                sessions,
                asn,
                originAs);
    }

    private static <T> long bits(Set<T> wanted, ToIntFunction<T> bit) {
        long bits = 0;
        for (T state : wanted) {
            bits |= 1L << bit.applyAsInt(state);
        }
        return bits;
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
