// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.telemetry.health.PartHealth;

/** Reports a derived origin feed without marks, because data are out of date or the differences are too many. */
final class DerivedOriginHealth implements HealthPart {
    private final DerivedOriginFeed feed;

    DerivedOriginHealth(DerivedOriginFeed feed) {
        this.feed = feed;
    }

    @Override
    public String name() {
        return "derived-origins";
    }

    /** Returns the health of the feed; empty if the feed is not configured. */
    @Override
    public Optional<PartHealth> health() {
        return feed.isEnabled() ? Optional.of(component(feed.status())) : Optional.empty();
    }

    private static PartHealth component(DerivedOriginStatus status) {
        if (status.suspensions().equals(Set.of(Suspension.FEEDS_OFF))) {
            return PartHealth.ok(
                    "the derived origin feed has genuine VRPs only: the switch or the policy stops all feeds");
        }
        if (!status.suspensions().isEmpty()) {
            return PartHealth.failing("the derived origin feed has genuine VRPs only: "
                    + status.suspensions().stream()
                            .map(Suspension::label)
                            .sorted()
                            .collect(Collectors.joining(", ")));
        }
        if (status.overLimit()) {
            return PartHealth.failing("the derived origin feed has genuine VRPs only: marks for " + status.pairs()
                    + " pairs exceed pathproof.feeds.derived-origin.max-differences");
        }
        int differing = status.differences().added().size()
                + status.differences().removed().size();
        return PartHealth.ok(status.pairs() + " pairs of prefix and origin are not valid, " + differing
                + " VRPs differ from the genuine ones");
    }
}
