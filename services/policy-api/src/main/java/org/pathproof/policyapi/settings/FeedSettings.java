// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.settings;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the feeds to routers.
 *
 * @param routers Routers for which overrides are computed. Empty: none. The collector must publish their path
 *     attributes.
 * @param policy YAML file with the policy of the feeds. Empty: every router is observed only.
 * @param identifiers BGP Identifiers of Pathproof's speakers, of all replicas. Paths with them are not used.
 * @param addresses Addresses of Pathproof's speakers, of all replicas. Empty: any address.
 * @param staleAfter Time for which verdicts or router keys may be late or out of reach before all overrides are
 *     withdrawn.
 * @param routerHold Time without a BMP connection after which the overrides of a router are withdrawn.
 */
@ConfigurationProperties("pathproof.feeds")
public record FeedSettings(
        @DefaultValue List<FedRouter> routers,
        @DefaultValue("") String policy,
        @DefaultValue List<String> identifiers,
        @DefaultValue List<String> addresses,
        @DefaultValue("10s") Duration staleAfter,
        @DefaultValue("5m") Duration routerHold) {
    /**
     * A router with a feed.
     *
     * @param router Name, address or hash of the router in its BMP sessions.
     */
    public record FedRouter(@DefaultValue("") String router) {}

    public FeedSettings {
        List<String> names = routers.stream().map(FedRouter::router).toList();
        if (new HashSet<>(names).size() != names.size()) {
            throw new IllegalArgumentException("pathproof.feeds.routers names a router twice: " + names);
        }
        if (staleAfter.isNegative() || routerHold.isNegative()) {
            throw new IllegalArgumentException("pathproof.feeds: stale-after and router-hold must not be negative");
        }
    }
}
