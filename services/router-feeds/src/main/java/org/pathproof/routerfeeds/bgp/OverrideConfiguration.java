// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.time.Clock;
import java.util.stream.Collectors;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.pathproof.routerfeeds.runtime.FeedLatency;
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

/** The override feeds over BGP, with their health and metrics. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(FeedSettings.class)
public class OverrideConfiguration {
    @Bean
    OverrideFeeds routerFeedsOverrides(
            FeedSettings settings,
            RouteTable table,
            StoreStatus store,
            CollectorMonitor collectors,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki,
            PolicyStore policies,
            VerdictTraces traces,
            FeedLatency latency,
            AnnouncementListener announcements) {
        OverrideFeeds feeds = new OverrideFeedsBuilder(settings, traces, latency)
                .announcingTo(announcements)
                .feeds(
                        table,
                        store::input,
                        store::pipeline,
                        () -> collectors.routers().stream()
                                .map(ConnectedRouter::hash)
                                .collect(Collectors.toSet()),
                        rpki,
                        policies::state,
                        Clock.systemUTC());
        policies.onChange(feeds::onPolicyChange);
        return feeds;
    }

    @Bean
    FeedsHealth routerFeedsOverridesHealth(OverrideFeeds feeds) {
        return new FeedsHealth(feeds);
    }

    @Bean
    OverrideMetrics routerFeedsOverridesMetrics(OverrideFeeds feeds) {
        return new OverrideMetrics(feeds);
    }
}
