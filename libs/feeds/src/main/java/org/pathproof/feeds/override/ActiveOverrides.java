// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.path.AttributeInterner;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.wire.Prefix;

/** The overrides that are announced to one router, with counts of their changes. Not thread-safe. */
final class ActiveOverrides {
    private final AttributeInterner interner;
    private final NavigableMap<Prefix, ActiveOverride> overrides;
    private long announced;
    private long withdrawn;

    ActiveOverrides(AttributeInterner interner) {
        this.interner = interner;
        this.overrides = new TreeMap<>();
    }

    /** Creates an independent copy. Its counts start at 0. */
    ActiveOverrides(ActiveOverrides other) {
        this.interner = other.interner;
        this.overrides = new TreeMap<>(other.overrides);
    }

    /** Announces a new override. */
    OverrideChange announce(Prefix prefix, Announce decision, Instant since) {
        RouteAttributes attributes = interner.of(decision.attributes());
        overrides.put(prefix, new ActiveOverride(decision.path(), attributes, since));
        announced++;
        return new OverrideChange(prefix, Optional.of(attributes));
    }

    /** Replaces an override. Returns null if the router needs no announcement, because the attributes are equal. */
    @Nullable
    OverrideChange replace(Prefix prefix, ActiveOverride old, Announce decision) {
        if (decision.attributes().equals(old.attributes())) {
            overrides.put(prefix, new ActiveOverride(decision.path(), old.attributes(), old.since()));
            return null;
        }
        return announce(prefix, decision, old.since());
    }

    /** Withdraws an override. */
    OverrideChange withdraw(Prefix prefix) {
        overrides.remove(prefix);
        withdrawn++;
        return new OverrideChange(prefix, Optional.empty());
    }

    @Nullable
    ActiveOverride get(Prefix prefix) {
        return overrides.get(prefix);
    }

    int size() {
        return overrides.size();
    }

    /** Returns a view of all overrides. */
    NavigableMap<Prefix, ActiveOverride> all() {
        return Collections.unmodifiableNavigableMap(overrides);
    }

    long announced() {
        return announced;
    }

    long withdrawn() {
        return withdrawn;
    }
}
