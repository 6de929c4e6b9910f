// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Set;
import java.util.stream.Collectors;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.pathproof.routerfeeds.runtime.FeedLatency;
import org.pathproof.routerfeeds.runtime.Staleness;
import org.pathproof.routerfeeds.settings.DerivedOriginSettings;
import org.pathproof.routerfeeds.settings.FeedSettings;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.verdictstore.input.CollectorMonitor;
import org.pathproof.verdictstore.input.ConnectedRouter;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.input.VerdictTraces;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The derived origin feed, with its health and metrics. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({DerivedOriginSettings.class, FeedSettings.class})
public class DerivedConfiguration {
    private static final int RTR_SESSION_IDS = 1 << 16;

    @Bean
    DerivedOriginFeed routerFeedsDerivedOriginFeed(
            DerivedOriginSettings settings,
            FeedSettings feeds,
            RouteTable table,
            StoreStatus store,
            CollectorMonitor collectors,
            PolicyStore policies,
            FeedLatency latency,
            VerdictTraces traces,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki) {
        Staleness staleness = new Staleness(store::input, store::pipeline, rpki, feeds.staleAfter(), System::nanoTime);
        DerivedOriginFeed feed = new DerivedOriginFeed(
                settings,
                table,
                rpki,
                () -> suspensions(staleness, policies.state()),
                () -> collectors.routers().stream().map(ConnectedRouter::hash).collect(Collectors.toSet()),
                () -> policies.state().document().numbers(),
                feeds.routerHold(),
                Clock.systemUTC(),
                new SecureRandom().nextInt(RTR_SESSION_IDS),
                latency);
        if (feed.isEnabled() && traces.isOn()) {
            feed.rpki().onChange(traces::recordSerial);
        }
        return feed;
    }

    private static Set<Suspension> suspensions(Staleness staleness, PolicyState policy) {
        Set<Suspension> reasons = staleness.now(policy);
        if (!policy.effective().feeds()) {
            reasons.add(Suspension.FEEDS_OFF);
        }
        return reasons;
    }

    @Bean
    DerivedOriginHealth routerFeedsDerivedOriginHealth(DerivedOriginFeed feed) {
        return new DerivedOriginHealth(feed);
    }

    @Bean
    DerivedOriginMetrics routerFeedsDerivedOriginMetrics(DerivedOriginFeed feed) {
        return new DerivedOriginMetrics(feed);
    }
}
