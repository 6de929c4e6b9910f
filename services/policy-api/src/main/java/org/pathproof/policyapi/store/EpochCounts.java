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

/**
 * Counts of the routes that were announced in one epoch of one session. They change with each route, so that a summary
 * needs no scan.
 */
final class EpochCounts {
    private final SessionView sessionView;
    private final long epoch;
    private final AtomicInteger routes = new AtomicInteger();
    private final AtomicInteger signed = new AtomicInteger();
    private final AtomicInteger derived = new AtomicInteger();
    private final Map<PathState, AtomicInteger> states = zeros(PathState.class);
    private final Map<OriginVerdict, AtomicInteger> origins = zeros(OriginVerdict.class);
    private final Map<Rule, Integer> rules = new ConcurrentHashMap<>(1);
    private final Map<Long, Integer> offenders = new ConcurrentHashMap<>(1);

    EpochCounts(SessionView sessionView, long epoch) {
        this.sessionView = sessionView;
        this.epoch = epoch;
    }

    SessionView sessionView() {
        return sessionView;
    }

    long epoch() {
        return epoch;
    }

    boolean isAlive() {
        return sessionView.isAlive(epoch);
    }

    private static <E extends Enum<E>> Map<E, AtomicInteger> zeros(Class<E> names) {
        Map<E, AtomicInteger> counts = new EnumMap<>(names);
        for (E name : names.getEnumConstants()) {
            counts.put(name, new AtomicInteger());
        }
        return counts;
    }

    /** Adds a route ({@code by} = 1) or removes it (-1). */
    void count(Route route, int by) {
        routes.addAndGet(by);
        signed.addAndGet(route.signed() ? by : 0);
        if (route.derived()) {
            derived.addAndGet(by); // the original route counts, so that one fault raises one alarm
        } else {
            Objects.requireNonNull(states.get(route.state())).addAndGet(by);
        }
        Objects.requireNonNull(origins.get(route.origin())).addAndGet(by);
        Set<Rule> broken = route.rules();
        if (!broken.isEmpty()) {
            broken.forEach(rule -> add(rules, rule, by));
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
        totals.addDerived(derived.get());
        states.forEach((state, count) -> totals.add(state, count.get()));
        origins.forEach((origin, count) -> totals.add(origin, count.get()));
        rules.forEach(totals::add);
        offenders.forEach(totals::addOffender);
    }
}
