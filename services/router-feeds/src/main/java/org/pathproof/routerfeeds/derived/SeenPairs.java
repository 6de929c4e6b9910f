// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.VrpLookup;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.origin.CopiedPaths;
import org.pathproof.feeds.origin.DerivedOrigins;
import org.pathproof.feeds.origin.HeldPath;
import org.pathproof.feeds.origin.OriginPair;
import org.pathproof.feeds.origin.SeenRoute;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * The pairs of prefix and origin AS whose every path from the counted sessions is NOT_VALID, or an internal copy of a
 * NOT_VALID path. Other pairs stay in the table and are read on demand. Not thread-safe.
 */
final class SeenPairs {
    private static final long MAX_AS = 0xffff_ffffL;

    private final RouteLookup table;
    private final HeldPaths held;
    private CountedSessions sessions = CountedSessions.NONE;
    /** Pairs whose every path from the counted sessions is NOT_VALID, or a copy of such a path. */
    private final NavigableSet<OriginPair> notValid = new TreeSet<>();

    SeenPairs(RouteLookup table) {
        this.table = table;
        this.held = new HeldPaths(table);
    }

    /**
     * Replaces the counted sessions. Returns true if the caller must read all prefixes again.
     *
     * @param numbers the numbers by which overrides of Pathproof are recognised; empty for none
     */
    boolean sessions(CountedSessions changed, Optional<FeedNumbers> numbers) {
        boolean otherNumbers = held.setNumbers(numbers);
        boolean otherSessions = !changed.equals(sessions);
        sessions = changed;
        return otherNumbers || otherSessions;
    }

    /** Forgets all pairs. */
    void clear() {
        notValid.clear();
    }

    /** Passes the prefixes of all NOT_VALID routes in the table to {@code prefixes}, some of them repeatedly. */
    void forEachNotValidPrefix(Consumer<Prefix> prefixes) {
        table.find(RouteQuery.builder().states(Set.of(PathState.NOT_VALID)).build(), null)
                .forEachRemaining(route -> prefixes.accept(route.prefix()));
    }

    /** Reads the routes of a prefix. Returns true if one of them is NOT_VALID. */
    boolean read(Prefix prefix) {
        notValid.subSet(new OriginPair(prefix, 0), true, new OriginPair(prefix, MAX_AS), true)
                .clear();
        if (!table.find(
                        RouteQuery.builder()
                                .prefix(prefix, Match.EXACT)
                                .states(Set.of(PathState.NOT_VALID))
                                .build(),
                        null)
                .hasNext()) {
            return false;
        }
        List<Route> routes = new ArrayList<>();
        List<HeldPath> paths = new ArrayList<>();
        table.find(RouteQuery.builder().prefix(prefix, Match.EXACT).build(), null)
                .forEachRemaining(route -> counted(route)
                        .flatMap(session -> held.read(route, sessions, session))
                        .ifPresent(path -> {
                            routes.add(route);
                            paths.add(path);
                        }));
        Map<Long, Boolean> allNotValid = new HashMap<>();
        List<PathState> states = CopiedPaths.states(paths, sessions::routersOf);
        for (int i = 0; i < states.size(); i++) {
            Verdict verdict = routes.get(i).verdict();
            if (decides(routes.get(i)) && verdict.hasOriginAs() && !verdict.getOriginUncertain()) {
                allNotValid.merge(
                        Integer.toUnsignedLong(verdict.getOriginAs()),
                        states.get(i) == PathState.NOT_VALID,
                        Boolean::logicalAnd);
            }
        }
        allNotValid.forEach((origin, isNotValid) -> {
            if (isNotValid) {
                notValid.add(new OriginPair(prefix, origin));
            }
        });
        return true;
    }

    private Optional<CountedSessions.Counted> counted(Route route) {
        return route.safi() == AfiSafi.SAFI_UNICAST ? sessions.of(route) : Optional.empty();
    }

    private boolean decides(Route route) {
        return counted(route).filter(CountedSessions.Counted::decides).isPresent();
    }

    /** Returns the number of pairs whose every path is NOT_VALID. */
    int size() {
        return notValid.size();
    }

    /** Returns the genuine VRPs that make a pair valid although all its paths are NOT_VALID. */
    Set<Vrp> contradicted(VrpLookup genuine) {
        Set<Vrp> vrps = new HashSet<>();
        for (OriginPair pair : notValid) {
            genuine.covering(pair.prefix()).stream().filter(pair::isValidBy).forEach(vrps::add);
        }
        return vrps;
    }

    /**
     * Returns the differences between the feed and the genuine VRPs. The result is empty if there are more than {@code
     * limit} differences, or more than {@code limit} other pairs that the contradicted VRPs make valid.
     *
     * @param contradicted result of {@link #contradicted}
     */
    Optional<DerivedOrigins> derive(VrpLookup genuine, Set<Vrp> contradicted, int limit) {
        Set<SeenRoute> seen = new HashSet<>();
        notValid.forEach(pair -> seen.add(new SeenRoute(pair, PathState.NOT_VALID)));
        int most = notValid.size() + limit;
        for (Vrp vrp : contradicted) {
            Iterator<Route> routes = table.find(
                    RouteQuery.builder()
                            .prefix(vrp.prefix(), Match.COVERED)
                            .originAs(OptionalLong.of(vrp.asn()))
                            .build(),
                    null);
            while (routes.hasNext()) {
                Route route = routes.next();
                OriginPair pair = new OriginPair(route.prefix(), vrp.asn());
                if (pair.isValidBy(vrp)
                        && !notValid.contains(pair)
                        && counted(route)
                                .filter(CountedSessions.Counted::decides)
                                .filter(session -> CountedSessions.stateOf(route, session) != PathState.NOT_VALID)
                                .isPresent()) {
                    seen.add(new SeenRoute(pair, PathState.UNVERIFIED));
                }
                if (seen.size() > most) {
                    return Optional.empty();
                }
            }
        }
        DerivedOrigins derived = DerivedOrigins.of(seen, genuine);
        return derived.removed().size() + derived.added().size() > limit ? Optional.empty() : Optional.of(derived);
    }
}
