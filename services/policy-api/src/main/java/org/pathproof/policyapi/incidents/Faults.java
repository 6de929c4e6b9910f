// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * The faults of one moment.
 *
 * @param faults extent of each fault, above 0
 * @param since times of those faults whose begin is known
 * @param known kinds whose faults are known; other kinds have no entry
 * @param current kinds without known delay, of which the absence of a fault counts
 */
record Faults(
        Map<Subject, Fault> faults, Map<Subject, Instant> since, Set<IncidentKind> known, Set<IncidentKind> current) {
    static final Faults UNKNOWN = new Faults(Map.of(), Map.of(), Set.of(), Set.of());
}
