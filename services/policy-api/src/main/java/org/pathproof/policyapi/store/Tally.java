// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Finding;

/** Counts over the routes of one epoch of one session, kept as routes come and go, so that a summary costs no scan. */
final class Tally {
    private final AtomicInteger routes = new AtomicInteger();
    private final AtomicInteger signed = new AtomicInteger();
    private final Map<PathState, AtomicInteger> states = zeros(PathState.class);
    private final Map<OriginVerdict, AtomicInteger> origins = zeros(OriginVerdict.class);
    private final Map<Rule, Integer> rules = new ConcurrentHashMap<>(1);
    private final Map<Long, Integer> offenders = new ConcurrentHashMap<>(1);

    private static <E extends Enum<E>> Map<E, AtomicInteger> zeros(Class<E> names) {
        Map<E, AtomicInteger> counts = new EnumMap<>(names);
        for (E name : names.getEnumConstants()) {
            counts.put(name, new AtomicInteger());
        }
        return counts;
    }

    /** Counts a route in ({@code by} = 1) or out (-1). */
    void count(Route route, int by) {
        routes.addAndGet(by);
        signed.addAndGet(route.signed() ? by : 0);
        Objects.requireNonNull(states.get(route.state())).addAndGet(by);
        Objects.requireNonNull(origins.get(route.origin())).addAndGet(by);
        if (!route.rules().isEmpty()) {
            route.rules().forEach(rule -> add(rules, rule, by));
            named(route).forEach(asn -> add(offenders, asn, by));
        }
    }

    private static <K> void add(Map<K, Integer> counts, K name, int by) {
        counts.merge(name, by, (a, b) -> a + b == 0 ? null : a + b);
    }

    private static Set<Long> named(Route route) {
        Set<Long> asns = new HashSet<>();
        for (Finding finding : route.verdict().getFindingsList()) {
            if (finding.hasAsn()) {
                asns.add(Integer.toUnsignedLong(finding.getAsn()));
            }
        }
        return asns;
    }

    boolean isEmpty() {
        return routes.get() == 0;
    }

    void addTo(Totals totals) {
        totals.addRoutes(routes.get());
        totals.addSigned(signed.get());
        states.forEach((state, count) -> totals.add(state, count.get()));
        origins.forEach((origin, count) -> totals.add(origin, count.get()));
        rules.forEach(totals::add);
        offenders.forEach(totals::addOffender);
    }
}
