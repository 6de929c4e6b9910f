// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.runtime;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.verdictstore.input.PipelineStatus;
import org.pathproof.verdictstore.input.StoreInputStatus;

/**
 * Finds the reasons for which the feeds withdraw everything, from the state of the inputs. A fault counts after a time
 * limit, so that a short interruption moves no traffic. Not thread-safe.
 */
public final class Staleness {
    private final Supplier<StoreInputStatus> verdicts;
    private final Supplier<PipelineStatus> pipeline;
    private final RpkiSource rpki;
    private final Duration limit;
    private final LongSupplier nanoTime;
    private final Map<Suspension, Long> since = new EnumMap<>(Suspension.class);

    /** @param limit time for which a fault is tolerated */
    public Staleness(
            Supplier<StoreInputStatus> verdicts,
            Supplier<PipelineStatus> pipeline,
            RpkiSource rpki,
            Duration limit,
            LongSupplier nanoTime) {
        this.verdicts = verdicts;
        this.pipeline = pipeline;
        this.rpki = rpki;
        this.limit = limit;
        this.nanoTime = nanoTime;
    }

    /** Returns the reasons that hold for all routers now. */
    public Set<Suspension> now(PolicyState policy) {
        Set<Suspension> reasons = EnumSet.noneOf(Suspension.class);
        StoreInputStatus feed = verdicts.get();
        PipelineStatus delays = pipeline.get();
        if (!feed.ready() || !delays.caughtUp() || !policy.ready()) {
            reasons.add(Suspension.STARTING);
        }
        if (lasts(
                Suspension.STALE_VERDICTS,
                feed.problem() != null
                        || delays.problem() != null
                        || delays.validatingLate()
                        || delays.readingLate())) {
            reasons.add(Suspension.STALE_VERDICTS);
        }
        if (lasts(Suspension.STALE_POLICY, policy.problem() != null)) {
            reasons.add(Suspension.STALE_POLICY);
        }
        RpkiSource.Status keys = rpki.status();
        boolean lost = lasts(Suspension.STALE_KEYS, !keys.connected() || keys.problem() != null);
        if (lost || rpki.current().isEmpty()) {
            reasons.add(Suspension.STALE_KEYS);
        }
        return reasons;
    }

    private boolean lasts(Suspension reason, boolean fault) {
        if (!fault) {
            since.remove(reason);
            return false;
        }
        long now = nanoTime.getAsLong();
        return now - since.computeIfAbsent(reason, ignored -> now) >= limit.toNanos();
    }
}
