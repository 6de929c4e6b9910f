// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds each set of attributes once, as long as a route uses it. Not thread-safe. */
final class AttributePool {
    private final Map<AttributeSet, Use> sets = new HashMap<>();

    private static final class Use {
        final AttributeSet set;
        int count;

        Use(AttributeSet set) {
            this.set = set;
        }
    }

    /** Returns the set that is equal to this one, and counts a use of it. */
    AttributeSet take(AttributeSet set) {
        Use use = sets.computeIfAbsent(set, Use::new);
        use.count++;
        return use.set;
    }

    /** Ends a use of a set. The set is removed after its last use. */
    void release(@Nullable AttributeSet set) {
        if (set != null) {
            sets.computeIfPresent(set, (key, use) -> --use.count == 0 ? null : use);
        }
    }

    int size() {
        return sets.size();
    }
}
