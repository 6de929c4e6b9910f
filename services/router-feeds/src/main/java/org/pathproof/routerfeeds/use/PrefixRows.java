// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** Reads the rows of prefixes from the table, and finds the path that a router uses among them. Not thread-safe. */
final class PrefixRows {
    /** No route has a greater key among the routes of IPv4. */
    private static final RouteKey LAST_IPV4 = new RouteKey(
            Prefix.parse("255.255.255.255/32"), 0xff, new SessionId(Bytes.fromHex("ff".repeat(SessionId.LENGTH))), 0);

    private final RouteLookup table;
    /** Views that had a route of a family. */
    private final Set<Family> seen = new HashSet<>();

    private record Family(SessionId session, int afi) {}

    PrefixRows(RouteLookup table) {
        this.table = table;
    }

    /** Forgets which views had routes. */
    void clear() {
        seen.clear();
    }

    /** Returns the rows of a prefix, of all routers. */
    List<SeenPath> of(Prefix prefix) {
        List<SeenPath> rows = new ArrayList<>();
        Iterator<Route> found =
                table.find(RouteQuery.builder().prefix(prefix, Match.EXACT).build(), null);
        found.forEachRemaining(route -> SeenPath.of(route).ifPresent(row -> {
            rows.add(row);
            if (row.session().getView() == RibView.LOC_RIB) {
                seen.add(new Family(route.session(), prefix.afi()));
            }
        }));
        return rows;
    }

    /** Returns true if a Loc-RIB has routes of a family, so that a missing route tells. */
    boolean hasFamily(Session locRib, int afi) {
        Family family =
                new Family(new SessionId(Bytes.wrap(locRib.getSessionId().toByteArray())), afi);
        if (!seen.contains(family) && firstAfi(locRib, afi) == afi) {
            seen.add(family);
        }
        return seen.contains(family);
    }

    private int firstAfi(Session locRib, int afi) {
        RouteQuery query = RouteQuery.builder()
                .router(SessionSelector.parse(
                        Bytes.wrap(locRib.getRouterHash().toByteArray()).toHex()))
                .view(RibView.LOC_RIB)
                .build();
        Iterator<Route> routes = table.find(query, afi == AfiSafi.AFI_IPV4 ? null : LAST_IPV4);
        return routes.hasNext() ? routes.next().afi() : 0;
    }

    /** Returns the path that a router uses instead of an override, with the neighbor that announced it. */
    static Optional<UsedPath> used(RouterViews router, Evidence evidence, List<SeenPath> rows) {
        SeenPath used = evidence.used();
        if (used == null) {
            return Optional.empty();
        }
        // An internal neighbor may have another next hop: the router itself.
        boolean nextHopTells = used.session().getView() == RibView.LOC_RIB;
        List<String> peers = rows.stream()
                .filter(row -> router.reported().containsKey(row.session().getSessionId())
                        && isPath(row, used)
                        && (!nextHopTells || row.nextHop().equals(used.nextHop())))
                .map(row -> row.session().getPeerIp())
                .distinct()
                .toList();
        return Optional.of(new UsedPath(
                peers.size() == 1 ? peers.getFirst() : "",
                used.asPath(),
                nextHopTells && !used.nextHop().isEmpty() ? Optional.of(used.nextHop()) : Optional.empty(),
                used.localPreference()));
    }

    /** Returns true for the same AS_PATH. FRR 8.4 monitors external paths with its own AS at the start. */
    private static boolean isPath(SeenPath row, SeenPath used) {
        List<Long> path = row.asPath();
        return path.equals(used.asPath())
                || !path.isEmpty()
                        && path.getFirst()
                                == Integer.toUnsignedLong(row.session().getLocalAs())
                        && path.subList(1, path.size()).equals(used.asPath());
    }
}
