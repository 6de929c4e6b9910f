// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.time.Clock;
import java.util.List;
import org.pathproof.routerfeeds.bgp.FeedSession;
import org.pathproof.routerfeeds.bgp.OverrideFeeds;
import org.pathproof.routerfeeds.bgp.OverrideFeedsBuilder;
import org.pathproof.routerfeeds.settings.FeedSettings;
import org.pathproof.verdictstore.input.PipelineStatus;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The check that routers use their overrides, with its health and metrics. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({FeedSettings.class, UseSettings.class})
public class UseConfiguration {
    @Bean
    OverrideUses routerFeedsOverrideUses(
            FeedSettings settings,
            UseSettings use,
            RouteTable table,
            StoreStatus store,
            ObjectProvider<OverrideFeeds> feeds) {
        List<SessionSelector> routers = settings.routers().stream()
                .filter(router -> !router.neighbor().isEmpty())
                .map(router -> SessionSelector.parse(router.router()))
                .toList();
        OverrideUses uses = new OverrideUses(
                table,
                routers,
                OverrideFeedsBuilder.identifiers(settings),
                use.useTimeout(),
                router -> feeds.getObject()
                        .session(router)
                        .filter(FeedSession::isEstablished)
                        .isPresent(),
                () -> isDelayed(store),
                new FeedOverrideDecisions(feeds::getObject),
                Clock.systemUTC());
        uses.setUnusablePaths((router, prefix, paths) -> feeds.getObject().setUnusable(router, prefix, paths));
        return uses;
    }

    @Bean
    UseHealth routerFeedsOverrideUseHealth(OverrideUses uses) {
        return new UseHealth(uses);
    }

    @Bean
    UseMetrics routerFeedsOverrideUseMetrics(OverrideUses uses) {
        return new UseMetrics(uses);
    }

    private static boolean isDelayed(StoreStatus store) {
        PipelineStatus delays = store.pipeline();
        return store.input().problem() != null
                || delays.problem() != null
                || delays.validatingLate()
                || delays.readingLate();
    }
}
