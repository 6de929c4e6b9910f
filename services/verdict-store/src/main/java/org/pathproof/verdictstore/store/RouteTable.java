// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.SessionText;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * All current verdicts, in trees that are ordered by prefix: one tree for the whole table, one for each path, and one
 * for each session. One thread writes ({@link #applyVerdict}, {@link #applySession}, {@link #applyGap}, {@link
 * #clear}); any thread reads. States and findings need no index, because each node of a {@link RouteTree} has the flags
 * of its routes. A query for an AS number may read all paths, because there are far fewer paths than routes. A query
 * walks the cheapest trees: those of its sessions, those of its paths, or the whole table.
 */
public final class RouteTable {
    /** Cost of one more tree in a walk over several trees, expressed in visited routes. */
    private static final long START_COST_STEPS = 4;

    private final RouteTree routes = new RouteTree();
    private final Map<SessionId, SessionView> sessionViews = new ConcurrentHashMap<>();
    private final Map<SessionView, RouteTree> routesBySession = new ConcurrentHashMap<>();
    /** The routes of each path. A value holds the stored instance of a path, which all routes of the path share. */
    private final Map<SharedPath, PathRoutes> paths = new ConcurrentHashMap<>();

    /** A path and its routes. */
    private record PathRoutes(SharedPath path, RouteTree routes) {}

    private final Gaps gaps = new Gaps();
    /** A value of {@link System#nanoTime}, written by the writing thread only. */
    private volatile long lastSynced = System.nanoTime();

    /** Used by the writing thread only. */
    private final VerdictParts parts = new VerdictParts();

    /**
     * Applies a record of pathproof.verdicts. A null value withdraws the route.
     *
     * @throws IllegalArgumentException when the key is not a route key or the value is not a verdict
     */
    public RouteChange applyVerdict(byte[] keyBytes, byte @Nullable [] value) {
        RouteKey key = RouteKey.ofBytes(keyBytes);
        if (value == null) {
            Route before = routes.remove(key);
            if (before == null) {
                // A withdrawal of an unknown route creates no session.
                SessionView known = sessionViews.get(key.session());
                return new RouteChange(key, known == null ? new SessionView(key.session()) : known, null, null);
            }
            SessionView sessionView = before.sessionView();
            routesOf(before.path()).remove(key);
            routesOf(sessionView).remove(key);
            forget(before);
            removeIfEmpty(sessionView);
            return new RouteChange(key, sessionView, before, null);
        }
        parts.read(value);
        SharedPath path = path(parts.ofPath());
        SessionView sessionView = sessionView(key.session());
        Route after = new Route(key, sessionView.epochCounts(parts.epoch()), path, parts);
        Route before = routes.put(key, after);
        routesOf(sessionView).put(key, after);
        routesOf(path).put(key, after);
        after.epochCounts().count(after, 1);
        if (before != null) {
            if (!before.path().equals(path)) {
                routesOf(before.path()).remove(key);
            }
            forget(before);
        }
        return new RouteChange(key, sessionView, before, after);
    }

    /**
     * Applies a record of pathproof.sessions. A null value deletes the session.
     *
     * @throws IllegalArgumentException when the key is not a session id or the value is not a session
     */
    public SessionChange applySession(byte[] keyBytes, byte @Nullable [] value) {
        SessionView sessionView = sessionView(new SessionId(Bytes.copyOf(keyBytes)));
        Session before = sessionView.session().orElse(null);
        Session after = parseSession(value);
        if (after != null && after.getState() == State.UP && (before == null || before.getState() != State.UP)) {
            lastSynced = System.nanoTime(); // before the state, for readers that read them in reverse order
        }
        sessionView.setSession(after);
        removeIfEmpty(sessionView);
        return new SessionChange(sessionView, before, after);
    }

    /** Removes a session that has neither a record nor routes. */
    private void removeIfEmpty(SessionView sessionView) {
        if (sessionView.session().isEmpty() && routesOf(sessionView).isEmpty()) {
            sessionViews.remove(sessionView.id());
            routesBySession.remove(sessionView);
        }
    }

    /**
     * Decodes a past record of pathproof.verdicts without applying it. The previous route is unknown. Any thread may
     * call this method.
     *
     * @return empty if the session is unknown
     * @throws IllegalArgumentException when the key is not a route key or the value is not a verdict
     */
    public Optional<RouteChange> past(byte[] keyBytes, byte @Nullable [] value) {
        RouteKey key = RouteKey.ofBytes(keyBytes);
        SessionView sessionView = sessionViews.get(key.session());
        if (sessionView == null) {
            return Optional.empty();
        }
        if (value == null) {
            return Optional.of(new RouteChange(key, sessionView, null, null));
        }
        VerdictParts read = new VerdictParts();
        read.read(value);
        SharedPath path = new SharedPath(read.ofPath());
        path.check();
        Route route = new Route(key, new SessionView.EpochCounts(sessionView, read.epoch()), path, read);
        return Optional.of(new RouteChange(key, sessionView, null, route));
    }

    /**
     * Decodes a past record of pathproof.sessions without applying it. The result and the errors correspond to those of
     * {@link #past}.
     */
    public Optional<SessionChange> pastSession(byte[] keyBytes, byte @Nullable [] value) {
        SessionView sessionView = sessionViews.get(new SessionId(Bytes.copyOf(keyBytes)));
        return sessionView == null
                ? Optional.empty()
                : Optional.of(new SessionChange(sessionView, null, parseSession(value)));
    }

    /** Removes all data. Kafka is then read again from the beginning. */
    public void clear() {
        routes.clear();
        sessionViews.clear();
        routesBySession.clear();
        gaps.clear();
        paths.clear();
    }

    /**
     * Applies a record of pathproof.sessions whose key is the key of a gap ({@link Gaps#isGap}).
     *
     * @throws IllegalArgumentException when the value is not a gap
     */
    public void applyGap(byte[] keyBytes, byte @Nullable [] value) {
        gaps.put(keyBytes, value);
    }

    /**
     * Returns a sentence about sessions whose routes may be wrong, because retention deleted route events; empty if
     * there are no such sessions.
     */
    public String gapProblem() {
        return gaps.problem(sessionViews.values().stream()
                .flatMap(p -> p.session().stream())
                .toList());
    }

    /**
     * Returns the last time at which a session became UP, which means that its router has sent the whole table. A value
     * of {@link System#nanoTime}.
     */
    public long lastSynced() {
        return lastSynced;
    }

    private static @Nullable Session parseSession(byte @Nullable [] value) {
        try {
            return value == null ? null : SessionText.clean(Session.parseFrom(value));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("the value is not a session: " + e.getMessage(), e);
        }
    }

    private SessionView sessionView(SessionId id) {
        SessionView known = sessionViews.get(id); // computeIfAbsent may lock
        return known == null ? sessionViews.computeIfAbsent(id, SessionView::new) : known;
    }

    private SharedPath path(byte[] bytes) {
        SharedPath named = new SharedPath(bytes);
        PathRoutes known = paths.get(named);
        if (known != null) {
            return known.path();
        }
        named.check();
        paths.put(named, new PathRoutes(named, new RouteTree()));
        return named;
    }

    private RouteTree routesOf(SharedPath path) {
        return Objects.requireNonNull(paths.get(path)).routes();
    }

    private RouteTree routesOf(SessionView sessionView) {
        return routesBySession.computeIfAbsent(sessionView, view -> new RouteTree());
    }

    /** Removes a replaced or withdrawn route from the counts, and removes a path without routes. */
    private void forget(Route route) {
        SessionView.EpochCounts epochCounts = route.epochCounts();
        epochCounts.count(route, -1);
        if (epochCounts.isEmpty()) {
            epochCounts.sessionView().drop(epochCounts);
        }
        if (routesOf(route.path()).isEmpty()) {
            paths.remove(route.path());
        }
    }

    public Optional<Route> get(RouteKey key) {
        // The tree of the session is smaller than the tree of all routes.
        return Optional.ofNullable(routesOrNull(key.session()))
                .map(tree -> tree.get(key))
                .filter(Route::alive);
    }

    /** Returns the number of stored routes, including those of sessions that are down. */
    public long size() {
        return routes.size();
    }

    public Collection<SessionView> sessionViews() {
        return sessionViews.values();
    }

    /** A router key by AS number and SKI, as in a hop. */
    public record SigningKey(long asn, Bytes ski) {}

    /**
     * Counts, for each of the keys, the stored routes with a signature of the key. Keys without routes are absent.
     * Reads all paths.
     */
    public Map<SigningKey, Integer> routesSignedWith(Set<SigningKey> keys) {
        Map<SigningKey, Integer> counts = new HashMap<>();
        for (PathRoutes path : keys.isEmpty() ? List.<PathRoutes>of() : paths.values()) {
            path.path().hops().stream()
                    .map(RouteTable::signingKey)
                    .filter(keys::contains)
                    .distinct()
                    .forEach(key -> counts.merge(key, path.routes().size(), Integer::sum));
        }
        return counts;
    }

    private static SigningKey signingKey(Hop hop) {
        return new SigningKey(
                Integer.toUnsignedLong(hop.getAsn()), Bytes.wrap(hop.getSki().toByteArray()));
    }

    /** Returns the counts of all live routes. */
    public Totals totals() {
        Totals totals = new Totals();
        sessionViews.values().forEach(sessionView -> sessionView.addTo(totals));
        return totals;
    }

    /**
     * Returns the live routes that match, in order. The iterator is lazy: later changes may be visible.
     *
     * @param after the routes begin after this key; null for the beginning
     */
    public Iterator<Route> find(RouteQuery query, @Nullable RouteKey after) {
        Iterator<Route> candidates = query.prefix() == null ? candidates(query, after) : byPrefix(query, after);
        return new FilteredRoutes(candidates, query::matches);
    }

    /** Returns the live routes of a session, in order. The iterator is lazy: it may or may not see later changes. */
    public Iterator<Route> routesOf(SessionId session) {
        RouteTree tree = routesOrNull(session);
        return tree == null
                ? Collections.emptyIterator()
                : new FilteredRoutes(tail(tree, null, RouteQuery.ALL.flags(), null), Route::alive);
    }

    /** Returns the live routes of a session to one prefix, in order of their SAFI and Path Identifier. */
    public Iterator<Route> routesOf(SessionId session, Prefix prefix) {
        RouteTree tree = routesOrNull(session);
        return tree == null
                ? Collections.emptyIterator()
                : new FilteredRoutes(
                        new LeadingRoutes(
                                tail(tree, RouteOrder.startOf(prefix), RouteQuery.ALL.flags(), null),
                                route -> route.prefix().equals(prefix)),
                        Route::alive);
    }

    private @Nullable RouteTree routesOrNull(SessionId session) {
        SessionView sessionView = sessionViews.get(session);
        return sessionView == null ? null : routesBySession.get(sessionView);
    }

    private Iterator<Route> byPrefix(RouteQuery query, @Nullable RouteKey after) {
        Prefix prefix = Objects.requireNonNull(query.prefix());
        RouteFlags.Filter flags = query.flags();
        return switch (query.match()) {
            case EXACT -> exact(prefix, flags, after);
            case COVERING -> new CoveringRoutes(prefix, false, p -> exact(p, flags, after));
            case COVERED -> covered(prefix, flags, after);
            case LONGEST -> longest(query, prefix, after);
        };
    }

    private Iterator<Route> exact(Prefix prefix, RouteFlags.Filter flags, @Nullable RouteKey after) {
        Iterator<Route> from = tail(routes, RouteOrder.startOf(prefix), flags, after);
        return new LeadingRoutes(from, route -> route.prefix().equals(prefix));
    }

    private Iterator<Route> covered(Prefix prefix, RouteFlags.Filter flags, @Nullable RouteKey after) {
        Iterator<Route> from = tail(routes, RouteOrder.startOf(prefix), flags, after);
        return new LeadingRoutes(from, route -> prefix.covers(route.prefix()));
    }

    private Iterator<Route> longest(RouteQuery query, Prefix prefix, @Nullable RouteKey after) {
        RouteFlags.Filter flags = query.flags();
        Iterator<Route> first =
                new FilteredRoutes(new CoveringRoutes(prefix, true, p -> exact(p, flags, null)), query::matches);
        return first.hasNext() ? exact(first.next().prefix(), flags, after) : Collections.emptyIterator();
    }

    private Iterator<Route> candidates(RouteQuery query, @Nullable RouteKey after) {
        List<RouteTree> parts = List.of(routes);
        if (query.selectsSessions()) {
            parts = cheaper(parts, ofSessions(query));
        }
        boolean namesAs = query.originAs().isPresent() || query.asn().isPresent();
        if (namesAs && paths.size() < steps(parts) / START_COST_STEPS) {
            parts = cheaper(parts, ofPaths(query));
        }
        List<Iterator<Route>> walks = parts.stream()
                .map(part -> tail(part, null, query.flags(), after))
                .toList();
        return walks.size() == 1 ? walks.getFirst() : new MergedRoutes(walks);
    }

    private List<RouteTree> ofPaths(RouteQuery query) {
        OptionalLong origin = query.originAs();
        OptionalLong asn = query.asn();
        return paths.values().stream()
                .filter(p -> origin.isEmpty() || p.path().isOriginatedBy((int) origin.getAsLong()))
                .filter(p -> asn.isEmpty() || p.path().passes((int) asn.getAsLong()))
                .map(PathRoutes::routes)
                .toList();
    }

    private List<RouteTree> ofSessions(RouteQuery query) {
        // Sessions without routes can be many times more than those with routes.
        return routesBySession.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .filter(entry -> entry.getKey().session().filter(query::matches).isPresent())
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Returns the list of trees that takes fewer steps to walk. */
    private static List<RouteTree> cheaper(List<RouteTree> some, List<RouteTree> others) {
        return steps(others) < steps(some) ? others : some;
    }

    private static long steps(List<RouteTree> parts) {
        long begun = parts.size() == 1 ? 0 : START_COST_STEPS * parts.size();
        return begun + parts.stream().mapToLong(RouteTree::size).sum();
    }

    private static Iterator<Route> tail(
            RouteTree tree, @Nullable RouteKey from, RouteFlags.Filter flags, @Nullable RouteKey after) {
        return after != null && (from == null || RouteOrder.compare(after, from) >= 0)
                ? tree.after(after, flags)
                : tree.from(from, flags);
    }
}
