// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.sessions;

import java.util.LinkedHashMap;
import java.util.Map;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.verdictstore.store.AspaVerdict;
import org.pathproof.verdictstore.store.OriginVerdict;
import org.pathproof.verdictstore.store.Totals;

/** Converts totals to maps from name to count, in a fixed order. A state without routes has the count 0. */
final class Counts {
    private Counts() {}

    static Map<String, Long> ofStates(Totals totals) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (PathState state : PathState.values()) {
            counts.put(state.name(), totals.of(state));
        }
        return counts;
    }

    static Map<String, Long> ofOrigins(Totals totals) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (OriginVerdict origin : OriginVerdict.values()) {
            counts.put(origin.label(), totals.of(origin));
        }
        return counts;
    }

    static Map<String, Long> ofAspa(Totals totals) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (AspaVerdict aspa : AspaVerdict.values()) {
            counts.put(aspa.label(), totals.of(aspa));
        }
        return counts;
    }

    /** Returns the counts of rules with at least one route. */
    static Map<String, Long> ofFindings(Totals totals) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Rule rule : Rule.values()) {
            if (totals.of(rule) > 0) {
                counts.put(rule.label(), totals.of(rule));
            }
        }
        return counts;
    }
}
