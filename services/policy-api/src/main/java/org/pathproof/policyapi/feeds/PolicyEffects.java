// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import java.util.Optional;
import java.util.function.Supplier;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.routerfeeds.bgp.OverrideFeeds;

/** The announcements that a change of the policy withdraws. A process without the feeds has none. */
final class PolicyEffects {
    private final Supplier<Optional<OverrideFeeds>> feeds;

    /** @param feeds returns the feeds of this process; empty in a process without the role {@code feeds} */
    PolicyEffects(Supplier<Optional<OverrideFeeds>> feeds) {
        this.feeds = feeds;
    }

    /** Returns the number of overrides and tagged paths that routers have now. */
    long announced() {
        return feeds.get().stream()
                .flatMap(all -> all.status(0).stream())
                .mapToLong(router -> router.counts().active() + router.tagged())
                .sum();
    }

    /** Returns the number of overrides and tagged paths that a policy would withdraw. One call runs at a time. */
    synchronized long withdrawnBy(PolicyDocument document) {
        return feeds.get().stream()
                .flatMap(all -> all.preview(document))
                .mapToLong(router -> router.changes()
                        .filter(change -> change.after().isEmpty())
                        .count())
                .sum();
    }
}
