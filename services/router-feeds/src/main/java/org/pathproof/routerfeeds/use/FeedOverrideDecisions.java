// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.pathproof.feeds.override.OverrideDecision;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.override.OverrideExplanation;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.routerfeeds.bgp.OverrideFeeds;
import org.pathproof.wire.Prefix;

/** Reads decisions from the feeds of this process. */
record FeedOverrideDecisions(Supplier<OverrideFeeds> feeds) implements OverrideDecisions {
    /** Reasons for which a router needs no override of its own, or must not have any. */
    private static final Set<Reason> NO_NEED = Set.of(
            Reason.SWITCHED_OFF,
            Reason.POLICY,
            Reason.SUSPENDED,
            Reason.NO_PATH,
            Reason.ALL_ACCEPTED,
            Reason.NOT_NEEDED,
            Reason.OTHER_BORDER);

    @Override
    public Optional<CandidatePath.Key> announced(String router, Prefix prefix) {
        return feeds.get()
                .explain(router, prefix)
                .flatMap(OverrideExplanation::active)
                .map(active -> active.path().key());
    }

    @Override
    public boolean isNeeded(String router, Prefix prefix) {
        return feeds.get()
                .explain(router, prefix)
                .filter(explained -> !(explained.decision() instanceof OverrideDecision.None none)
                        || !NO_NEED.contains(none.reason()))
                .isPresent();
    }
}
