// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.override.FeedSpeakers;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.RouterGroup;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Plural;
import org.pathproof.wire.Prefix;

/**
 * Finds the causes for which a feed lacks paths of its router: settings of the collector, of the feeds and of the
 * policy that contradict each other, or the monitoring of the router. The causes come from the routes that arrive,
 * because the collector is another process.
 */
final class FeedDiagnosis {
    private static final String ATTRIBUTES = "pathproof.collector.path-attributes";
    /** Number of routes of a neighbor that are read for a diagnosis. */
    private static final int SAMPLE = 8;

    /** Maximum number of neighbors whose routes are read for a diagnosis. */
    private static final int MAX_NEIGHBORS = 256;

    private final SessionSelector router;
    private final RouteLookup table;
    private final FeedSpeakers speakers;

    FeedDiagnosis(SessionSelector router, RouteLookup table, FeedSpeakers speakers) {
        this.router = router;
        this.table = table;
        this.speakers = speakers;
    }

    /**
     * The causes at one time.
     *
     * @param hints a sentence for each cause
     * @param blocked true if neighbors have routes, and the policy can use no path of any neighbor
     */
    record Causes(List<String> hints, boolean blocked) {
        static final Causes NONE = new Causes(List.of(), false);
    }

    /** Counts of neighbors. */
    private static final class Neighbors {
        private int usable;
        private int beforePolicy;
        private int withoutAttributesBefore;
        private int withoutAttributesAfter;

        int blocked() {
            return beforePolicy + withoutAttributesBefore + withoutAttributesAfter;
        }
    }

    /** Returns the causes for which a policy of the router finds no paths, or not those of all neighbors. */
    Causes causes(RouterSessions sessions, RouterPolicy policy, PolicyDocument document) {
        if (sessions.isAmbiguous()) {
            return blocked("several routers have this name or address"
                    + ": use their names or hashes in pathproof.feeds.routers");
        }
        if (sessions.identity() == null) {
            return new Causes(
                    List.of("no router with the name, address or hash " + router.text()
                            + " has sent a session: connect the router, or correct pathproof.feeds.routers"),
                    false);
        }
        List<String> hints = new ArrayList<>();
        if (policy.group().equals(RouterGroup.UNASSIGNED)
                && document.groups().stream().anyMatch(group -> group.policy() != PolicyKind.OBSERVE)) {
            hints.add("no group of the policy has the router, so it is observed only: add it to routers of a group");
        }
        if (!sessions.hasPeers()) {
            hints.add("the router sends no Adj-RIB-In of a neighbor: let it monitor the views before and after policy");
            return new Causes(hints, false);
        }
        Neighbors neighbors = count(sessions.peers(), policy);
        addHints(neighbors, policy, hints);
        sessions.peers().stream()
                .filter(peer -> speakers.isSpeaker(peer.peer()))
                .map(peer -> peer.peer().key().toString())
                .sorted()
                .forEach(address -> hints.add("the collector publishes the routes of Pathproof's own session " + address
                        + ": add " + address + " to pathproof.collector.feed-speakers"));
        return new Causes(hints, neighbors.usable == 0 && neighbors.blocked() > 0);
    }

    private static Causes blocked(String hint) {
        return new Causes(List.of(hint), true);
    }

    private Neighbors count(Collection<ReportedPeer> peers, RouterPolicy policy) {
        Neighbors neighbors = new Neighbors();
        for (ReportedPeer peer : peers.stream().limit(MAX_NEIGHBORS).toList()) {
            int routes = 0;
            boolean attributes = false;
            for (Iterator<Route> all = table.routesOf(peer.source());
                    all.hasNext() && routes < SAMPLE && !attributes; ) {
                Route route = all.next();
                if (route.key().safi() == AfiSafi.SAFI_UNICAST) {
                    routes++;
                    attributes = hasAttributes(route);
                }
            }
            if (routes == 0) {
                continue;
            }
            if (!peer.postPolicy() && !policy.group().trustPrePolicy()) {
                neighbors.beforePolicy++;
            } else if (attributes) {
                neighbors.usable++;
            } else if (peer.postPolicy()) {
                neighbors.withoutAttributesAfter++;
            } else {
                neighbors.withoutAttributesBefore++;
            }
        }
        return neighbors;
    }

    private static boolean hasAttributes(Route route) {
        return !route.path().decode().getPathAttributes().isEmpty();
    }

    private void addHints(Neighbors neighbors, RouterPolicy policy, List<String> hints) {
        String group = policy.group().name();
        if (neighbors.withoutAttributesBefore > 0) {
            hints.add("group " + group + " has trust-pre-policy: true, but the routes of "
                    + Plural.of(neighbors.withoutAttributesBefore, "neighbor")
                    + " in the view ADJ_RIB_IN_PRE have no path"
                    + " attributes: " + remedy(RibView.ADJ_RIB_IN_PRE));
        }
        if (neighbors.withoutAttributesAfter > 0) {
            hints.add("the routes of " + Plural.of(neighbors.withoutAttributesAfter, "neighbor")
                    + " in the view ADJ_RIB_IN_POST have no path attributes: " + remedy(RibView.ADJ_RIB_IN_POST));
        }
        if (neighbors.beforePolicy > 0) {
            hints.add("the router sends the routes of " + Plural.of(neighbors.beforePolicy, "neighbor")
                    + " before policy only (view ADJ_RIB_IN_PRE), which group " + group
                    + " does not use: let the router monitor the view after policy, or set trust-pre-policy: true in the"
                    + " group, with ADJ_RIB_IN_PRE in " + ATTRIBUTES + ".views");
        }
    }

    private String remedy(RibView view) {
        return "add " + view + " to " + ATTRIBUTES + ".views, and " + router.text() + " to " + ATTRIBUTES + ".routers";
    }

    /** Returns the reason why the feed has no path to a prefix, as a sentence. */
    String absence(RouterSessions sessions, Causes causes, Prefix prefix) {
        TreeMap<RibView, Integer> withoutAttributes = new TreeMap<>();
        Set<RibView> others = new TreeSet<>();
        Set<SessionId> sources = new HashSet<>();
        sessions.peers().forEach(peer -> sources.add(peer.source()));
        RouteQuery query =
                RouteQuery.builder().prefix(prefix, Match.EXACT).router(router).build();
        for (Iterator<Route> routes = table.find(query, null); routes.hasNext(); ) {
            Route route = routes.next();
            RibView view = route.sessionView().session().map(Session::getView).orElse(RibView.UNRECOGNIZED);
            if (!sources.contains(route.key().session())) {
                others.add(view);
            } else if (!hasAttributes(route)) {
                withoutAttributes.merge(view, 1, Integer::sum);
            }
        }
        String start = "router " + router.text() + " has ";
        if (!withoutAttributes.isEmpty()) {
            RibView view = withoutAttributes.firstKey();
            return start + Plural.of(withoutAttributes.getOrDefault(view, 0), "path") + " to " + prefix
                    + " in the view " + view + " without path attributes: " + remedy(view);
        }
        if (!others.isEmpty()) {
            return start + "paths to " + prefix + " only in views or sessions that its feed does not use ("
                    + others.stream().map(RibView::toString).collect(Collectors.joining(", "))
                    + "): let the router monitor the Adj-RIB-In of its neighbors";
        }
        return start + "no path to " + prefix
                + (causes.hints().isEmpty() ? "" : ": " + String.join("; ", causes.hints()));
    }
}
