// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import java.time.Clock;
import org.pathproof.access.AuditLog;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoints of the policy, which every process reads from its topic and can change. */
@Configuration(proxyBeanMethods = false)
public class PolicyEndpoints {
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
}
