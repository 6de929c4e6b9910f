// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import java.time.Clock;
import java.util.Optional;
import org.pathproof.access.AuditLog;
import org.pathproof.routerfeeds.bgp.OverrideFeeds;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoints of the policy, which every process reads from its topic and can change. */
@Configuration(proxyBeanMethods = false)
public class PolicyEndpoints {
    private static final Clock CLOCK = Clock.systemUTC();

    @Bean
    PolicyChanges policyApiPolicyChanges(PolicyStore policies, AuditLog audit, ObjectProvider<OverrideFeeds> feeds) {
        return new PolicyChanges(
                policies, audit, new PolicyEffects(() -> Optional.ofNullable(feeds.getIfAvailable())), CLOCK);
    }

    @Bean
    PolicyController policyApiPolicyController(PolicyChanges changes) {
        return new PolicyController(changes);
    }

    @Bean
    ExceptionsController policyApiExceptionsController(PolicyChanges changes) {
        return new ExceptionsController(changes, CLOCK);
    }
}
