// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import java.time.Clock;
import org.pathproof.routerfeeds.settings.FeedSettings;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The policy of the feeds. Processes without feeds import this configuration too, to show and change the policy. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(FeedSettings.class)
public class PolicyConfiguration {
    private static final Clock CLOCK = Clock.systemUTC();

    @Bean
    PolicyStore routerFeedsPolicyStore(KafkaTopics topics, KafkaSettings kafka, FeedSettings settings) {
        return new PolicyStore(topics, kafka.topics(), PolicyFile.read(settings.policy()), CLOCK);
    }

    @Bean
    PolicyHealth routerFeedsPolicyHealth(PolicyStore policies, FeedSettings settings) {
        return new PolicyHealth(
                policies, !settings.routers().isEmpty() || !settings.policy().isEmpty());
    }

    @Bean
    PolicyMetrics routerFeedsPolicyMetrics(PolicyStore policies) {
        return new PolicyMetrics(policies, CLOCK);
    }
}
