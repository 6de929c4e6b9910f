// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import com.google.protobuf.ByteString;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;
import org.pathproof.telemetry.tracing.TraceClock;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.wire.Prefix;

/**
 * The prefixes whose traced verdicts entered the table a short time ago, each with the newest verdict of each router.
 * At most {@value #MAX_PREFIXES} prefixes. Thread-safe.
 */
final class TracedPrefixes {
    static final int MAX_PREFIXES = 1_000;
    /** Later changes of a feed have other causes: a timer, a policy, another route. */
    private static final long MAX_AGE_MICROS = TimeUnit.SECONDS.toMicros(10);

    /** The verdicts by prefix and by the hash of the router, oldest first. */
    private final Map<Prefix, SequencedMap<ByteString, Recent>> entries = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Prefix, SequencedMap<ByteString, Recent>> eldest) {
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

    private record Recent(Session session, Entered entered, Set<String> feeds) {}

    /** Adds a verdict on a route of a session, in place of an earlier one of its prefix and router. */
    synchronized void put(Prefix prefix, Session session, TraceContext context, long micros) {
        SequencedMap<ByteString, Recent> known = entries.remove(prefix);
        SequencedMap<ByteString, Recent> ofPrefix = known == null ? new LinkedHashMap<>() : known;
        ofPrefix.values().removeIf(recent -> isOld(recent.entered));
        ofPrefix.putLast(session.getRouterHash(), new Recent(session, new Entered(context, micros), new HashSet<>()));
        entries.put(prefix, ofPrefix);
    }

    /**
     * Returns the newest verdict of a prefix from the selected routers, once for each feed; null without a recent
     * verdict.
     */
    synchronized @Nullable Entered take(Prefix prefix, String feed, Predicate<Session> routers) {
        SequencedMap<ByteString, Recent> ofPrefix = entries.get(prefix);
        if (ofPrefix == null) {
            return null;
        }
        ofPrefix.values().removeIf(recent -> isOld(recent.entered));
        if (ofPrefix.isEmpty()) {
            entries.remove(prefix);
            return null;
        }
        return ofPrefix.sequencedValues().reversed().stream()
                .filter(recent -> routers.test(recent.session))
                .findFirst()
                .filter(recent -> recent.feeds.add(feed))
                .map(Recent::entered)
                .orElse(null);
    }

    private static boolean isOld(Entered entered) {
        return entered.micros < TraceClock.nowMicros() - MAX_AGE_MICROS;
    }

    /** Returns all prefixes, also those whose verdicts are no longer recent. */
    synchronized List<Prefix> prefixes() {
        return List.copyOf(entries.keySet());
    }
}
