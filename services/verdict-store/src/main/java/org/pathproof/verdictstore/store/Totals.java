// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.verdictstore.paged.SlotCounts;

/** Counts of live routes of one or more sessions. {@link SessionView#addTo} adds the counts of a session. */
public final class Totals {
    private final Map<PathState, Long> states = new EnumMap<>(PathState.class);
    private final Map<OriginVerdict, Long> origins = new EnumMap<>(OriginVerdict.class);
    private final Map<AspaVerdict, Long> aspa = new EnumMap<>(AspaVerdict.class);
    private final Map<Rule, Long> rules = new EnumMap<>(Rule.class);
    private final Map<Long, Long> offenders = new HashMap<>();
    private long routes;
    private long signed;
    private long derived;

    Totals() {}

    /** Returns totals in which every count is 0. */
    public static Totals none() {
        return new Totals();
    }

    /** Adds the counts of one epoch in one shard. */
    void add(SlotCounts counts) {
        routes += counts.get(SlotCounts.ROWS);
        signed += counts.get(SlotCounts.SIGNED);
        derived += counts.get(SlotCounts.DERIVED);
        for (PathState state : PathState.values()) {
            states.merge(state, (long) counts.get(RouteFlags.bit(state)), Long::sum);
        }
        for (OriginVerdict origin : OriginVerdict.values()) {
            origins.merge(origin, (long) counts.get(RouteFlags.bit(origin)), Long::sum);
        }
        for (AspaVerdict state : AspaVerdict.values()) {
            aspa.merge(state, (long) counts.get(RouteFlags.bit(state)), Long::sum);
        }
        counts.rules().forEach((rule, count) -> rules.merge(RouteFlags.rule(rule), (long) count, Long::sum));
        counts.offenders().forEach((asn, count) -> offenders.merge(asn, (long) count, Long::sum));
    }

    public long routes() {
        return routes;
    }

    /** Returns the number of routes with a BGPsec_PATH. */
    public long signed() {
        return signed;
    }

    /** Returns the number of routes that a router rewrote, which have the verdict of another route. */
    public long derived() {
        return derived;
    }

    /** Returns the number of routes in a state, without {@link #derived} routes. */
    public long of(PathState state) {
        return states.getOrDefault(state, 0L);
    }

    public long of(OriginVerdict origin) {
        return origins.getOrDefault(origin, 0L);
    }

    public long of(AspaVerdict state) {
        return aspa.getOrDefault(state, 0L);
    }

    /** Returns the number of routes with a finding of this rule. */
    public long of(Rule rule) {
        return rules.getOrDefault(rule, 0L);
    }

    /** Returns the number of routes whose findings name an AS, by AS number. */
    public Map<Long, Long> offenders() {
        return Map.copyOf(offenders);
    }
}
