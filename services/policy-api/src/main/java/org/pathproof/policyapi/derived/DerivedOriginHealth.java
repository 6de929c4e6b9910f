// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.derived;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.policyapi.health.HealthReporter;
import org.pathproof.policyapi.health.HealthReporter.Component;

/** Reports a derived origin feed without marks, because data are out of date or the differences are too many. */
final class DerivedOriginHealth implements HealthReporter.Part {
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
    public Optional<Component> health() {
        return feed.isEnabled() ? Optional.of(component(feed.status())) : Optional.empty();
    }

    private static Component component(DerivedOriginStatus status) {
        if (status.suspensions().equals(Set.of(Suspension.FEEDS_OFF))) {
            return Component.of(
                    true, "the derived origin feed has genuine VRPs only: the switch or the policy stops all feeds");
        }
        if (!status.suspensions().isEmpty()) {
            return Component.of(
                    false,
                    "the derived origin feed has genuine VRPs only: "
                            + status.suspensions().stream()
                                    .map(Suspension::label)
                                    .sorted()
                                    .collect(Collectors.joining(", ")));
        }
        if (status.overLimit()) {
            return Component.of(
                    false,
                    "the derived origin feed has genuine VRPs only: marks for " + status.pairs()
                            + " pairs exceed pathproof.feeds.derived-origin.max-differences");
        }
        int differing = status.differences().added().size()
                + status.differences().removed().size();
        return Component.of(
                true,
                status.pairs() + " pairs of prefix and origin are not valid, " + differing
                        + " VRPs differ from the genuine ones");
    }
}
