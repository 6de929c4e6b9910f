// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.RouterGroup;
import org.pathproof.policyapi.refusals.RefusalMemory;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.rest.RibViewLabels;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;
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

    private final RouteTable table;
    private final Supplier<PolicyDocument> policy;
    private final RefusalMemory memory;
    private final int maxPrefixes;
    private final Clock clock;

    /**
     * @param policy returns the policy in force
     * @param memory remembers the routes of exports
     * @param maxPrefixes maximum number of prefixes in one export
     */
    public PrefixSets(
            RouteTable table, Supplier<PolicyDocument> policy, RefusalMemory memory, int maxPrefixes, Clock clock) {
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
        Budget budget = new Budget();
        if (selection.neighbor() != null) {
            return ExportContent.of(
                    selection, List.of(set(selection, rule, selection.name(), selection.neighbor(), budget, listed)));
        }
        List<PrefixSet> sets = new ArrayList<>();
        for (String address : neighbors) {
            String name = naming.apply(selection.name(), address);
            sets.add(set(selection, rule, name, new SessionSelector(address), budget, listed));
        }
        return ExportContent.of(selection, sets);
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

    private static String words(SessionSelector neighbor, Selection selection) {
        String words = neighbor.text();
        if (selection.router() != null) {
            words += " of router " + selection.router().text();
        }
        return selection.group() == null ? words : words + " in group " + selection.group();
    }

    private PrefixSet set(
            Selection selection,
            ListingRule rule,
            String name,
            SessionSelector neighbor,
            Budget budget,
            Consumer<Route> listed) {
        PackedPrefixes.Builder ipv4 = new PackedPrefixes.Builder(true);
        PackedPrefixes.Builder ipv6 = new PackedPrefixes.Builder(false);
        int ambiguous = 0;
        RouteQuery query = RouteQuery.builder()
                .states(rule.states())
                .router(selection.router())
                .peer(neighbor)
                .build();
        Iterator<Prefix> prefixes =
                new MergedPrefixes(prefixes(table, query, rule), prefixes(memory.table(), query, rule));
        while (prefixes.hasNext()) {
            Prefix prefix = prefixes.next();
            switch (decide(prefix, selection, rule, neighbor, listed)) {
                case LISTED -> {
                    budget.use();
                    (prefix.isIpv4() ? ipv4 : ipv6).add(prefix);
                }
                case AMBIGUOUS -> ambiguous++;
                case NOT_LISTED -> {}
            }
        }
        return new PrefixSet(name, words(neighbor, selection), ipv4.build(), ipv6.build(), ambiguous);
    }

    private static Iterator<Prefix> prefixes(RouteTable from, RouteQuery query, ListingRule rule) {
        Iterable<Route> found = () -> from.find(query, null);
        return StreamSupport.stream(found.spliterator(), false)
                .filter(route -> isReceived(route, rule))
                .map(Route::prefix)
                .iterator();
    }

    private ListingRule.Decision decide(
            Prefix prefix, Selection selection, ListingRule rule, SessionSelector neighbor, Consumer<Route> listed) {
        List<Route> own = new ArrayList<>();
        List<Route> others = new ArrayList<>();
        List<Route> received = new ArrayList<>();
        Set<RouteKey> present = new HashSet<>();
        for (Iterator<Route> routes = table.find(exact(prefix, selection), null); routes.hasNext(); ) {
            Route route = routes.next();
            if (isReceived(route, rule) && !memory.isShadow(route)) {
                present.add(route.key());
                (isOf(route, neighbor) ? received : others).add(route);
            }
        }
        own.addAll(received);
        for (Iterator<Route> routes = memory.table().find(exact(prefix, selection), null); routes.hasNext(); ) {
            Route route = routes.next();
            if (isReceived(route, rule) && !present.contains(route.key())) {
                (isOf(route, neighbor) ? own : others).add(route);
            }
        }
        ListingRule.Decision decision = rule.decide(own, others);
        if (decision == ListingRule.Decision.LISTED) {
            received.stream().filter(rule::refuses).forEach(listed);
        }
        return decision;
    }

    private static RouteQuery exact(Prefix prefix, Selection selection) {
        return RouteQuery.builder()
                .prefix(prefix, Match.EXACT)
                .router(selection.router())
                .build();
    }

    private static boolean isOf(Route route, SessionSelector neighbor) {
        return route.sessionView().session().filter(neighbor::isPeerOf).isPresent();
    }

    private static boolean isReceived(Route route, ListingRule rule) {
        return route.sessionView()
                .session()
                .filter(s -> RECEIVED.contains(s.getView()) && rule.appliesTo(s))
                .isPresent();
    }

    /** Counts the prefixes of one export. */
    private final class Budget {
        private int used;

        void use() {
            if (++used > maxPrefixes) {
                throw new BadRequestException("the export has more than " + maxPrefixes
                        + " prefixes (pathproof.policy-api.export-max-prefixes): select a router or a neighbor");
            }
        }
    }
}
