// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.time.Clock;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.RouterGroup;
import org.pathproof.policyapi.refusals.RememberedRoutes;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.rest.RibViewLabels;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.Prefix;

/**
 * Selects the prefixes to reject from each neighbor, by the paths in the Adj-RIB-In of the neighbor before or after
 * policy. A {@link ListingRule} decides about each prefix.
 */
public final class PrefixSets {
    private static final Set<RibView> RECEIVED = EnumSet.of(RibView.ADJ_RIB_IN_PRE, RibView.ADJ_RIB_IN_POST);

    /** Maximum number of groups in a message. */
    private static final int MAX_LISTED = 20;

    private final RouteLookup table;
    private final Supplier<PolicyDocument> policy;
    private final RememberedRoutes memory;
    private final int maxPrefixes;
    private final Clock clock;

    /**
     * @param policy returns the policy in force
     * @param memory the routes of earlier exports
     * @param maxPrefixes maximum number of prefixes in one export
     */
    public PrefixSets(
            RouteLookup table, Supplier<PolicyDocument> policy, RememberedRoutes memory, int maxPrefixes, Clock clock) {
        this.table = table;
        this.policy = policy;
        this.memory = memory;
        this.maxPrefixes = maxPrefixes;
        this.clock = clock;
    }

    /**
     * Returns the present sets of a selection, ordered by neighbor.
     *
     * @param naming returns the name of a set from the name in the request and the address of the neighbor
     * @param listed receives the refused routes of the listed prefixes
     * @throws NotFoundException if the policy has no such group, or if no session matches: an empty set would permit
     *     all routes
     * @throws BadRequestException if the sets have too many prefixes
     */
    ExportContent of(Selection selection, BinaryOperator<String> naming, Consumer<Route> listed) {
        ListingRule rule = rule(selection);
        memory.requireReady();
        NavigableSet<String> neighbors = new TreeSet<>();
        table.sessionViews().stream()
                .flatMap(sessionView -> sessionView.session().stream())
                .filter(s -> isSelected(s, selection, rule))
                .map(Session::getPeerIp)
                .filter(IpAddress::isAddress)
                .forEach(neighbors::add);
        if (neighbors.isEmpty()) {
            throw new NotFoundException("no session of "
                    + (selection.neighbor() == null
                            ? "any neighbor"
                            : "neighbor " + selection.neighbor().text())
                    + (selection.router() == null
                            ? ""
                            : " at router " + selection.router().text())
                    + (selection.group() == null ? "" : " in group " + selection.group()) + " is known"
                    + otherViews(selection, rule));
        }
        NavigableMap<String, SetBuilder> sets = new TreeMap<>();
        SessionSelector only = selection.neighbor();
        if (only != null) {
            sets.put(only.text(), new SetBuilder(selection.name(), words(only.text(), selection)));
        } else {
            for (String address : neighbors) {
                String name = naming.apply(selection.name(), address);
                sets.put(address, new SetBuilder(name, words(address, selection)));
            }
        }
        fill(sets, selection, rule, listed);
        return ExportContent.of(
                selection, sets.values().stream().map(SetBuilder::build).toList());
    }

    private ListingRule rule(Selection selection) {
        if (selection.group() == null) {
            return new StateRule(
                    selection.malformed()
                            ? EnumSet.of(PathState.NOT_VALID, PathState.MALFORMED)
                            : EnumSet.of(PathState.NOT_VALID));
        }
        PolicyDocument document = policy.get();
        RouterGroup group = document.groups().stream()
                .filter(candidate -> candidate.name().equals(selection.group()))
                .findFirst()
                .orElseThrow(() -> new NotFoundException("the policy has no group " + selection.group() + "; groups: "
                        + (document.groups().isEmpty()
                                ? "none"
                                : document.groups().stream()
                                        .limit(MAX_LISTED)
                                        .map(RouterGroup::name)
                                        .collect(Collectors.joining(", ")))));
        return new GroupRule(document, group, clock.instant());
    }

    /** Returns the views of the selected neighbors that exports do not use, as the end of a sentence. */
    private String otherViews(Selection selection, ListingRule rule) {
        String views = table.sessionViews().stream()
                .flatMap(sessionView -> sessionView.session().stream())
                .filter(session -> isNamed(session, selection, rule))
                .map(session -> RibViewLabels.label(session.getView()))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return views.isEmpty()
                ? ""
                : " in adj-rib-in-pre or adj-rib-in-post, but only in " + views
                        + ": let the router monitor the Adj-RIB-In";
    }

    private static boolean isSelected(Session session, Selection selection, ListingRule rule) {
        return RECEIVED.contains(session.getView()) && isNamed(session, selection, rule);
    }

    private static boolean isNamed(Session session, Selection selection, ListingRule rule) {
        return (selection.router() == null || selection.router().isRouterOf(session))
                && (selection.neighbor() == null || selection.neighbor().isPeerOf(session))
                && rule.appliesTo(session);
    }

    private static String words(String neighbor, Selection selection) {
        String words = neighbor;
        if (selection.router() != null) {
            words += " of router " + selection.router().text();
        }
        return selection.group() == null ? words : words + " in group " + selection.group();
    }

    /** Adds prefixes to the sets of neighbors, in one walk for all neighbors. */
    private void fill(Map<String, SetBuilder> sets, Selection selection, ListingRule rule, Consumer<Route> listed) {
        Neighbors neighbors = new Neighbors(selection, rule);
        RouteQuery query = RouteQuery.builder()
                .states(rule.states())
                .router(selection.router())
                .peer(selection.neighbor())
                .build();
        Iterator<Prefix> prefixes =
                new MergedPrefixes(prefixes(table, query, neighbors), prefixes(memory.table(), query, neighbors));
        int used = 0;
        while (prefixes.hasNext()) {
            Prefix prefix = prefixes.next();
            RoutesOfPrefix routes = routes(prefix, selection, neighbors);
            for (String neighbor : routes.neighborsOf(rule::refuses)) {
                SetBuilder set = sets.get(neighbor);
                if (set == null) {
                    continue; // not selected, or a session that began meanwhile
                }
                switch (rule.decide(routes.of(neighbor), () -> routes.ofOthers(neighbor))) {
                    case LISTED -> {
                        if (++used > maxPrefixes) {
                            throw new BadRequestException("the export has more than " + maxPrefixes
                                    + " prefixes (pathproof.policy-api.export-max-prefixes): select a router or a"
                                    + " neighbor");
                        }
                        set.add(prefix);
                        routes.receivedFrom(neighbor).filter(rule::refuses).forEach(listed);
                    }
                    case AMBIGUOUS -> set.ambiguous++;
                    case NOT_LISTED -> {}
                }
            }
        }
    }

    private static Iterator<Prefix> prefixes(RouteLookup from, RouteQuery query, Neighbors neighbors) {
        Iterable<Route> found = () -> from.find(query, null);
        return StreamSupport.stream(found.spliterator(), false)
                .filter(route -> neighbors.of(route).isPresent())
                .map(Route::prefix)
                .iterator();
    }

    /** Returns the routes in the table and the remembered routes that are not in the table. */
    private RoutesOfPrefix routes(Prefix prefix, Selection selection, Neighbors neighbors) {
        RouteQuery query = exact(prefix, selection);
        RoutesOfPrefix routes = new RoutesOfPrefix();
        for (Iterator<Route> found = table.find(query, null); found.hasNext(); ) {
            Route route = found.next();
            neighbors.of(route).filter(n -> !memory.isShadow(route)).ifPresent(n -> routes.addReceived(n, route));
        }
        for (Iterator<Route> found = memory.table().find(query, null); found.hasNext(); ) {
            Route route = found.next();
            neighbors.of(route).ifPresent(n -> routes.addRemembered(n, route));
        }
        return routes;
    }

    private static RouteQuery exact(Prefix prefix, Selection selection) {
        return RouteQuery.builder()
                .prefix(prefix, Match.EXACT)
                .router(selection.router())
                .build();
    }

    /** Finds the neighbor of each route, and looks at each session once. */
    private static final class Neighbors {
        private final @Nullable SessionSelector only;
        private final ListingRule rule;
        private final Map<Session, Optional<String>> bySession = new HashMap<>();

        Neighbors(Selection selection, ListingRule rule) {
            this.only = selection.neighbor();
            this.rule = rule;
        }

        /** Returns the name of the set for a route; empty if the route is in another view or group. */
        Optional<String> of(Route route) {
            return route.sessionView().session().flatMap(session -> bySession.computeIfAbsent(session, this::of));
        }

        private Optional<String> of(Session session) {
            if (!RECEIVED.contains(session.getView()) || !rule.appliesTo(session)) {
                return Optional.empty();
            }
            return Optional.of(only != null && only.isPeerOf(session) ? only.text() : session.getPeerIp());
        }
    }

    /** Collects a set. */
    private static final class SetBuilder {
        private final String name;
        private final String neighbor;
        private final PackedPrefixes.Builder ipv4 = new PackedPrefixes.Builder(true);
        private final PackedPrefixes.Builder ipv6 = new PackedPrefixes.Builder(false);
        private int ambiguous;

        SetBuilder(String name, String neighbor) {
            this.name = name;
            this.neighbor = neighbor;
        }

        void add(Prefix prefix) {
            (prefix.isIpv4() ? ipv4 : ipv6).add(prefix);
        }

        PrefixSet build() {
            return new PrefixSet(name, neighbor, ipv4.build(), ipv6.build(), ambiguous);
        }
    }
}
