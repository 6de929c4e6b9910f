// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Difference between the sets of a router and the present sets. A set that the router has and whose neighbor is not
 * known any more becomes empty: it is not deleted, because the router's configuration may refer to it.
 *
 * @param sets the changed sets
 * @param all all present sets, followed by the sets that become empty
 */
record ExportChange(List<SetChange> sets, List<PrefixSet> all) {
    static ExportChange between(Collection<PrefixSet> before, Collection<PrefixSet> after) {
        Map<String, PrefixSet> old = new LinkedHashMap<>();
        before.forEach(set -> old.put(set.name(), set));
        List<SetChange> changes = new ArrayList<>();
        List<PrefixSet> all = new ArrayList<>();
        for (PrefixSet set : after) {
            PrefixSet known = old.remove(set.name());
            changes.add(known == null ? SetChange.ofNew(set) : SetChange.between(known, set));
            all.add(set);
        }
        for (PrefixSet left : old.values()) {
            PrefixSet empty = PrefixSet.empty(left.name(), left.neighbor());
            changes.add(SetChange.between(left, empty));
            all.add(empty);
        }
        changes.removeIf(SetChange::isEmpty);
        return new ExportChange(List.copyOf(changes), List.copyOf(all));
    }

    long added() {
        return sets.stream().mapToLong(SetChange::added).sum();
    }

    long removed() {
        return sets.stream().mapToLong(SetChange::removed).sum();
    }
}
