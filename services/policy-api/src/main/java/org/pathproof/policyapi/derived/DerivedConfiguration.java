// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.derived;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Set;
import java.util.stream.Collectors;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.policyapi.feed.CollectorMonitor;
import org.pathproof.policyapi.feed.ConnectedRouter;
import org.pathproof.policyapi.feed.FeedLatency;
import org.pathproof.policyapi.feed.PipelineMonitor;
import org.pathproof.policyapi.feed.VerdictFollower;
import org.pathproof.policyapi.overrides.Staleness;
import org.pathproof.policyapi.policy.PolicyState;
import org.pathproof.policyapi.policy.PolicyStore;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.settings.DerivedOriginSettings;
import org.pathproof.policyapi.settings.FeedSettings;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.rpki.RpkiSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The derived origin feed of the policy API. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DerivedOriginSettings.class)
public class DerivedConfiguration {
    private static final int RTR_SESSION_IDS = 1 << 16;

    /**
     * The follower and the pipeline monitor are looked up when the feed runs, because the follower itself depends on
     * the feed.
     */
    @Bean
    DerivedOriginFeed policyApiDerivedOriginFeed(
            DerivedOriginSettings settings,
            FeedSettings feeds,
            RouteTable table,
            ObjectProvider<VerdictFollower> follower,
            ObjectProvider<PipelineMonitor> pipeline,
            CollectorMonitor collectors,
            PolicyStore policies,
            FeedLatency latency,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki) {
        Staleness staleness = new Staleness(
                () -> follower.getObject().status(),
                () -> pipeline.getObject().status(),
                rpki,
                feeds.staleAfter(),
                System::nanoTime);
        return new DerivedOriginFeed(
                settings,
                table,
                rpki,
                () -> suspensions(staleness, policies.state()),
                () -> collectors.routers().stream().map(ConnectedRouter::hash).collect(Collectors.toSet()),
                feeds.routerHold(),
                Clock.systemUTC(),
                new SecureRandom().nextInt(RTR_SESSION_IDS),
                latency);
    }

    private static Set<Suspension> suspensions(Staleness staleness, PolicyState policy) {
        Set<Suspension> reasons = staleness.now(policy);
        if (!policy.effective().feeds()) {
            reasons.add(Suspension.FEEDS_OFF);
        }
        return reasons;
    }

    @Bean
    DerivedOriginHealth policyApiDerivedOriginHealth(DerivedOriginFeed feed) {
        return new DerivedOriginHealth(feed);
    }

    @Bean
    DerivedOriginMetrics policyApiDerivedOriginMetrics(DerivedOriginFeed feed) {
        return new DerivedOriginMetrics(feed);
    }

    @Bean
    DerivedOriginsController policyApiDerivedOriginsController(DerivedOriginFeed feed, Readiness readiness) {
        return new DerivedOriginsController(feed, readiness);
    }
}
