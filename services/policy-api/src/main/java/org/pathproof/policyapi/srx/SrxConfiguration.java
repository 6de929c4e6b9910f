// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.srx;

import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.policyapi.feed.FeedLatency;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.rpki.RpkiSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The SRx server of the policy API. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SrxSettings.class)
public class SrxConfiguration {
    @Bean
    PolicyApiSrx policyApiSrx(
            SrxSettings settings,
            PolicyApiSettings api,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki,
            SignatureEngine engine,
            FeedLatency latency) {
        return new PolicyApiSrx(
                settings, rpki, new BatchVerifier(engine, AlgorithmSuites.withP384(api.p384Suite())), latency);
    }
}
