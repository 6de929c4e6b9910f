// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import java.time.Clock;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.routerfeeds.settings.FeedSettings;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The memory of exports, with its health, metrics and endpoints. */
@Configuration(proxyBeanMethods = false)
public class RefusalConfiguration {
    private static final Clock CLOCK = Clock.systemUTC();

    @Bean
    RefusalMemory policyApiRefusalMemory(
            KafkaTopics topics,
            KafkaSettings kafka,
            RouteTable table,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki,
            @Qualifier("policyApiVerifier") SignatureVerifier verifier,
            FeedSettings feeds,
            PolicyApiSettings settings) {
        return new RefusalMemory(
                topics,
                kafka.topics(),
                new RefusalCheck(table, rpki, verifier, feeds.routerHold(), settings.exportMemory()),
                settings.exportMaxRemembered(),
                CLOCK);
    }

    @Bean
    RefusalHealth policyApiRefusalHealth(RefusalMemory memory) {
        return new RefusalHealth(memory);
    }

    @Bean
    RefusalMetrics policyApiRefusalMetrics(RefusalMemory memory) {
        return new RefusalMetrics(memory);
    }

    @Bean
    RefusalsController policyApiRefusalsController(RefusalMemory memory, RouteTable table, Readiness readiness) {
        return new RefusalsController(memory, table, readiness, CLOCK);
    }
}
