// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import java.time.Clock;
import org.pathproof.access.AuditLog;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.routerfeeds.bgp.OverrideFeeds;
import org.pathproof.routerfeeds.derived.DerivedOriginFeed;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoints of the feeds and of their policy. */
@Configuration(proxyBeanMethods = false)
public class FeedEndpoints {
    private static final Clock CLOCK = Clock.systemUTC();

    @Bean
    PolicyChanges policyApiPolicyChanges(PolicyStore policies, AuditLog audit) {
        return new PolicyChanges(policies, audit);
    }

    @Bean
    PolicyController policyApiPolicyController(PolicyChanges changes) {
        return new PolicyController(changes);
    }

    @Bean
    ExceptionsController policyApiExceptionsController(PolicyChanges changes) {
        return new ExceptionsController(changes, CLOCK);
    }

    @Bean
    OverridesController policyApiOverridesController(OverrideFeeds feeds, Readiness readiness) {
        return new OverridesController(feeds, readiness);
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
