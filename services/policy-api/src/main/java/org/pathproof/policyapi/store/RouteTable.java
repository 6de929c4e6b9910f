// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * All current verdicts: ordered by prefix, indexed by state, rule, AS and session. Written by one thread ({@link #verdict},
 * {@link #session}, {@link #clear}); read by any. Routes of no state but UNSIGNED are in an index of their state, because there are few of
 * them; those are read from the whole table.
 */
public final class RouteTable {
    private final ConcurrentSkipListMap<RouteKey, Route> routes = new ConcurrentSkipListMap<>(RouteOrder.INSTANCE);
    private final Map<SessionId, Peering> peerings = new ConcurrentHashMap<>();
    private final Map<PathState, ConcurrentSkipListMap<RouteKey, Route>> byState = new ConcurrentHashMap<>();
    private final Map<Rule, ConcurrentSkipListMap<RouteKey, Route>> byRule = new ConcurrentHashMap<>();
    private final Map<Integer, Set<PathEntry>> byAsn = new ConcurrentHashMap<>();
    private final Map<KeyName, Integer> keyUse = new ConcurrentHashMap<>();
    /** Of the writing thread alone. */
    private final Map<PathName, PathEntry> paths = new HashMap<>();

    private final AtomicLong size = new AtomicLong();

    /** A router key as hops name it. */
    private record KeyName(int asn, ByteString ski) {}

    /** AS numbers, compared by value. */
    private static final class PathName {
        private final int[] asns;

        PathName(int[] asns) {
            this.asns = asns;
        }

        @Override
        public boolean equals(@Nullable Object o) {
            return o instanceof PathName other && Arrays.equals(asns, other.asns);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(asns);
        }
    }

    /**
     * Takes in a record of pathproof.verdicts; a null value withdraws.
     *
     * @throws IllegalArgumentException when the key is no route key, or the value no verdict
     */
    public RouteChange verdict(byte[] keyOctets, byte @Nullable [] value) {
        RouteKey named = RouteKey.ofOctets(keyOctets);
        if (value == null) {
            Route before = routes.remove(named);
            if (before != null) {
                unindex(before);
                size.decrementAndGet();
            }
            return new RouteChange(named, peering(named.session()), before, null);
        }
        Verdict verdict = parse(value);
        Peering peering = peering(named.session());
        RouteKey key = new RouteKey(shared(named.prefix()), named.safi(), peering.id(), named.pathId());
        Route after = new Route(key, peering, path(verdict), verdict, value);
        Route before = routes.put(key, after);
        index(after, verdict);
        if (before == null) {
            size.incrementAndGet();
        } else {
            unindex(before);
        }
        return new RouteChange(key, peering, before, after);
    }

    /**
     * Takes in a record of pathproof.sessions; a null value forgets the session.
     *
     * @throws IllegalArgumentException when the key is no session id, or the value no session
     */
    public SessionChange session(byte[] keyOctets, byte @Nullable [] value) {
        Peering peering = peering(new SessionId(Bytes.copyOf(keyOctets)));
        Session before = peering.session().orElse(null);
        Session after = parseSession(value);
        peering.session(after);
        if (after == null && peering.routes.isEmpty()) {
            peerings.remove(peering.id());
        }
        return new SessionChange(peering, before, after);
    }

    /**
     * What a record of pathproof.verdicts says, read again later: the change without the route before, which is not known any more. Takes
     * nothing in; for any thread. Throws as {@link #verdict} does; empty when its session is not known.
     */
    public Optional<RouteChange> past(byte[] keyOctets, byte @Nullable [] value) {
        RouteKey key = RouteKey.ofOctets(keyOctets);
        Peering peering = peerings.get(key.session());
        if (peering == null) {
            return Optional.empty();
        }
        if (value == null) {
            return Optional.of(new RouteChange(key, peering, null, null));
        }
        Verdict verdict = parse(value);
        Route route = new Route(key, peering, new PathEntry(asns(verdict)), verdict, value);
        return Optional.of(new RouteChange(key, peering, null, route));
    }

    /** The same of a record of pathproof.sessions. */
    public Optional<SessionChange> pastSession(byte[] keyOctets, byte @Nullable [] value) {
        Peering peering = peerings.get(new SessionId(Bytes.copyOf(keyOctets)));
        return peering == null ? Optional.empty() : Optional.of(new SessionChange(peering, null, parseSession(value)));
    }

    /** Forgets everything: what Kafka holds is about to be read from its beginning again. */
    public void clear() {
        routes.clear();
        peerings.clear();
        byState.clear();
        byRule.clear();
        byAsn.clear();
        keyUse.clear();
        paths.clear();
        size.set(0);
    }

    private static Verdict parse(byte[] value) {
        try {
            return Verdict.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("the value is no verdict: " + e.getMessage(), e);
        }
    }

    private static @Nullable Session parseSession(byte @Nullable [] value) {
        try {
            return value == null ? null : Session.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("the value is no session: " + e.getMessage(), e);
        }
    }

    private static int[] asns(Verdict verdict) {
        int[] asns = new int[verdict.getAsPathCount()];
        for (int i = 0; i < asns.length; i++) {
            asns[i] = verdict.getAsPath(i);
        }
        return asns;
    }

    private Peering peering(SessionId id) {
        return peerings.computeIfAbsent(id, Peering::new);
    }

    /** The prefix object that routes of the same prefix have already. */
    private Prefix shared(Prefix prefix) {
        RouteKey next = routes.ceilingKey(RouteOrder.startOf(prefix));
        return next != null && next.prefix().equals(prefix) ? next.prefix() : prefix;
    }

    private PathEntry path(Verdict verdict) {
        return paths.computeIfAbsent(new PathName(asns(verdict)), name -> {
            PathEntry entry = new PathEntry(name.asns);
            for (int asn : name.asns) {
                byAsn.computeIfAbsent(asn, a -> ConcurrentHashMap.newKeySet(2)).add(entry);
            }
            return entry;
        });
    }

    private void index(Route route, Verdict verdict) {
        postings(route, (index, key) -> index.put(key, route));
        route.peering().count(route, 1);
        countKeys(verdict, route, 1);
    }

    private void unindex(Route route) {
        postings(route, (index, key) -> index.remove(key, route));
        route.peering().count(route, -1);
        if (route.signed()) {
            countKeys(route.verdict(), route, -1);
        }
        PathEntry path = route.path();
        if (path.routes.isEmpty()) {
            paths.remove(new PathName(path.asns));
            for (int asn : path.asns) {
                byAsn.computeIfPresent(asn, (a, entries) -> {
                    entries.remove(path);
                    return entries.isEmpty() ? null : entries;
                });
            }
        }
    }

    private void postings(Route route, BiConsumer<ConcurrentSkipListMap<RouteKey, Route>, RouteKey> action) {
        action.accept(route.path().routes, route.key());
        action.accept(route.peering().routes, route.key());
        if (route.state() != PathState.UNSIGNED) {
            action.accept(index(byState, route.state()), route.key());
        }
        for (Rule rule : route.rules()) {
            action.accept(index(byRule, rule), route.key());
        }
    }

    private static <K> ConcurrentSkipListMap<RouteKey, Route> index(
            Map<K, ConcurrentSkipListMap<RouteKey, Route>> indices, K name) {
        return indices.computeIfAbsent(name, n -> new ConcurrentSkipListMap<>(RouteOrder.INSTANCE));
    }

    private void countKeys(Verdict verdict, Route route, int by) {
        if (route.signed()) {
            verdict.getHopsList().stream()
                    .map(RouteTable::keyName)
                    .distinct()
                    .forEach(name -> keyUse.merge(name, by, (a, b) -> a + b == 0 ? null : a + b));
        }
    }

    private static KeyName keyName(Hop hop) {
        return new KeyName(hop.getAsn(), hop.getSki());
    }

    public Optional<Route> get(RouteKey key) {
        return Optional.ofNullable(routes.get(key)).filter(Route::alive);
    }

    /** How many routes are held, also those that a session hides. */
    public long size() {
        return size.get();
    }

    public Collection<Peering> peerings() {
        return peerings.values();
    }

    /** How many of the held routes are signed with a key, by its AS and SKI. */
    public int routesSignedWith(long asn, Bytes ski) {
        return keyUse.getOrDefault(new KeyName((int) asn, ByteString.copyFrom(ski.toArray())), 0);
    }

    /** The counts over all living routes. */
    public Totals totals() {
        Totals totals = new Totals();
        peerings.values().forEach(peering -> peering.addTo(totals));
        return totals;
    }

    /**
     * The living routes that fit, in their order. Walks lazily: what changes meanwhile may or may not be seen.
     *
     * @param after where to start behind; null for the beginning
     */
    public Iterator<Route> find(RouteQuery query, @Nullable RouteKey after) {
        Iterator<Route> candidates = query.prefix() == null ? candidates(query, after) : byPrefix(query, after);
        return new FilteredRoutes(candidates, query::fits);
    }

    private Iterator<Route> byPrefix(RouteQuery query, @Nullable RouteKey after) {
        Prefix prefix = Objects.requireNonNull(query.prefix());
        return switch (query.match()) {
            case EXACT -> exact(prefix, after);
            case COVERING -> new CoveringRoutes(prefix, false, p -> exact(p, after));
            case COVERED -> covered(prefix, after);
            case LONGEST -> longest(query, prefix, after);
        };
    }

    private Iterator<Route> exact(Prefix prefix, @Nullable RouteKey after) {
        Iterator<Route> from = tail(routes, RouteOrder.startOf(prefix), after);
        return new LeadingRoutes(from, route -> route.key().prefix().equals(prefix));
    }

    private Iterator<Route> covered(Prefix prefix, @Nullable RouteKey after) {
        Iterator<Route> from = tail(routes, RouteOrder.startOf(prefix), after);
        return new LeadingRoutes(from, route -> prefix.covers(route.key().prefix()));
    }

    private Iterator<Route> longest(RouteQuery query, Prefix prefix, @Nullable RouteKey after) {
        Iterator<Route> first = new FilteredRoutes(new CoveringRoutes(prefix, true, p -> exact(p, null)), query::fits);
        return first.hasNext() ? exact(first.next().key().prefix(), after) : Collections.emptyIterator();
    }

    private Iterator<Route> candidates(RouteQuery query, @Nullable RouteKey after) {
        if (!query.rules().isEmpty()) {
            return merged(
                    query.rules().stream()
                            .map(byRule::get)
                            .filter(Objects::nonNull)
                            .toList(),
                    after);
        }
        if (query.originAs().isPresent()) {
            int asn = (int) query.originAs().getAsLong();
            return merged(
                    byAsn.getOrDefault(asn, Set.of()).stream()
                            .filter(path -> path.isOriginatedBy(asn))
                            .map(path -> path.routes)
                            .toList(),
                    after);
        }
        if (query.asn().isPresent()) {
            int asn = (int) query.asn().getAsLong();
            return merged(
                    byAsn.getOrDefault(asn, Set.of()).stream()
                            .map(path -> path.routes)
                            .toList(),
                    after);
        }
        if (!query.states().isEmpty() && !query.states().contains(PathState.UNSIGNED)) {
            return merged(
                    query.states().stream()
                            .map(byState::get)
                            .filter(Objects::nonNull)
                            .toList(),
                    after);
        }
        if (query.selectsSessions()) {
            return merged(
                    peerings.values().stream()
                            .filter(p -> p.session().filter(query::fits).isPresent())
                            .map(p -> p.routes)
                            .toList(),
                    after);
        }
        return tail(routes, null, after);
    }

    private static Iterator<Route> merged(
            Collection<? extends ConcurrentNavigableMap<RouteKey, Route>> parts, @Nullable RouteKey after) {
        return new MergedRoutes(
                parts.stream().map(part -> tail(part, null, after)).toList());
    }

    private static Iterator<Route> tail(
            ConcurrentNavigableMap<RouteKey, Route> map, @Nullable RouteKey from, @Nullable RouteKey after) {
        if (after != null && (from == null || RouteOrder.INSTANCE.compare(after, from) >= 0)) {
            return map.tailMap(after, false).values().iterator();
        }
        return (from == null ? map : map.tailMap(from, true)).values().iterator();
    }
}
