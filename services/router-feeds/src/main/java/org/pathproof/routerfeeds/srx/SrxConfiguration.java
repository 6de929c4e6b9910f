// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.srx;

import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.routerfeeds.runtime.FeedLatency;
import org.pathproof.rpki.RpkiSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The SRx server. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SrxSettings.class)
public class SrxConfiguration {
    @Bean
    SrxFeed routerFeedsSrx(
            SrxSettings settings,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki,
            @Qualifier("policyApiVerifier") SignatureVerifier verifier,
            FeedLatency latency) {
        return new SrxFeed(settings, rpki, verifier, latency);
    }
}
