// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.telemetry.tracing.TraceClock;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.wire.Prefix;

/**
 * The prefixes whose traced verdicts entered the table a short time ago, each with its newest verdict. At most {@value
 * #MAX_PREFIXES} prefixes. Thread-safe.
 */
final class TracedPrefixes {
    static final int MAX_PREFIXES = 1_000;
    /** Later changes of a feed have other causes: a timer, a policy, another route. */
    private static final long MAX_AGE_MICROS = TimeUnit.SECONDS.toMicros(10);

    private final Map<Prefix, Recent> entries = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Prefix, Recent> eldest) {
            return size() > MAX_PREFIXES;
        }
    };

    /**
     * A verdict in the table.
     *
     * @param context the span of its entry
     * @param micros time of its entry, microseconds since 1970
     */
    record Entered(TraceContext context, long micros) {}

    private record Recent(Entered entered, Set<String> feeds) {}

    /** Adds a verdict, in place of an earlier one of its prefix. */
    synchronized void put(Prefix prefix, TraceContext context, long micros) {
        entries.remove(prefix);
        entries.put(prefix, new Recent(new Entered(context, micros), new HashSet<>()));
    }

    /** Returns the newest verdict of a prefix, once for each feed; null without a recent verdict. */
    synchronized @Nullable Entered take(Prefix prefix, String feed) {
        Recent entry = entries.get(prefix);
        if (entry == null) {
            return null;
        }
        if (entry.entered.micros < TraceClock.nowMicros() - MAX_AGE_MICROS) {
            entries.remove(prefix);
            return null;
        }
        return entry.feeds.add(feed) ? entry.entered : null;
    }

    /** Returns all prefixes, also those whose verdicts are no longer recent. */
    synchronized List<Prefix> prefixes() {
        return List.copyOf(entries.keySet());
    }
}
