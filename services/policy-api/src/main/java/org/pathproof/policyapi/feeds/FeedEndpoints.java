// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.routerfeeds.bgp.OverrideFeeds;
import org.pathproof.routerfeeds.derived.DerivedOriginFeed;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.pathproof.routerfeeds.use.OverrideUses;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoints that show and preview the state of the feeds, for processes that run the feeds. */
@Configuration(proxyBeanMethods = false)
public class FeedEndpoints {
    @Bean
    OverridesController policyApiOverridesController(OverrideFeeds feeds, OverrideUses uses, Readiness readiness) {
        return new OverridesController(feeds, uses, readiness);
    }

    @Bean
    PreviewController policyApiPreviewController(OverrideFeeds feeds, PolicyStore policies, Readiness readiness) {
        return new PreviewController(feeds, policies, readiness);
    }

    @Bean
    DerivedOriginsController policyApiDerivedOriginsController(DerivedOriginFeed feed, Readiness readiness) {
        return new DerivedOriginsController(feed, readiness);
    }
}
