// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.pathproof.bgpsec.PathState;
import org.pathproof.verdictstore.store.AspaVerdict;
import org.pathproof.verdictstore.store.OriginVerdict;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;

/** Finds some affected routes of a fault in the verdict store. */
final class ExampleReader implements Function<Subject, Examples> {
    static final int MAX_PREFIXES = 20;

    private static final int MAX_ROUTES = 1_000;
    private static final long MAX_NANOS = Duration.ofMillis(100).toNanos();

    private final RouteTable table;

    ExampleReader(RouteTable table) {
        this.table = table;
    }

    @Override
    public Examples apply(Subject subject) {
        RouteQuery.Builder query = RouteQuery.builder();
        switch (subject.kind()) {
            case INVALID_PATHS ->
                query.states(Set.of(PathState.NOT_VALID, PathState.MALFORMED)).asn(OptionalLong.of(subject.asn()));
            case ORIGIN_INVALID -> query.origins(Set.of(OriginVerdict.INVALID));
            case ASPA_INVALID -> query.aspa(Set.of(AspaVerdict.INVALID));
            case SIGNATURES_STRIPPED -> {}
            case ROUTER_LOST, PEER_LOST, SOURCE_LOST, OTHERS -> {
                return Examples.NONE;
            }
        }
        if (!subject.router().isEmpty()) {
            query.router(new SessionSelector(subject.router())).peer(new SessionSelector(subject.peer()));
        }
        return read(table.find(query.build(), null), subject);
    }

    private static Examples read(Iterator<Route> routes, Subject subject) {
        Set<String> prefixes = new TreeSet<>();
        Set<String> rules = new TreeSet<>();
        long start = System.nanoTime();
        int read = 0;
        while (routes.hasNext()) {
            if (read >= MAX_ROUTES || System.nanoTime() - start > MAX_NANOS) {
                return new Examples(List.copyOf(prefixes), List.copyOf(rules), false);
            }
            Route route = routes.next();
            read++;
            if (!concerns(route, subject)) {
                continue;
            }
            String prefix = route.prefix().toString();
            if (prefixes.size() >= MAX_PREFIXES && !prefixes.contains(prefix)) {
                return new Examples(List.copyOf(prefixes), List.copyOf(rules), false);
            }
            prefixes.add(prefix);
            route.rules().forEach(rule -> rules.add(rule.label()));
        }
        return new Examples(List.copyOf(prefixes), List.copyOf(rules), true);
    }

    /** Returns true if a finding of the route names the AS of the fault. */
    private static boolean concerns(Route route, Subject subject) {
        return subject.kind() != IncidentKind.INVALID_PATHS
                || !route.derived()
                        && route.verdict().getHopsList().stream()
                                .anyMatch(hop -> Integer.toUnsignedLong(hop.getAsn()) == subject.asn()
                                        && !hop.getResult().isEmpty());
    }
}
