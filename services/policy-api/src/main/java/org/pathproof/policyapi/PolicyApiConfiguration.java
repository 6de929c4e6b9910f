// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import io.micrometer.core.instrument.config.MeterFilter;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.contracts.metrics.DescribedMeters;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.policyapi.feeds.PolicyEndpoints;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.routerfeeds.policy.PolicyConfiguration;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.redis.RedisAddress;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.pathproof.settings.RedisSettings;
import org.pathproof.telemetry.certificates.CertificateConfiguration;
import org.pathproof.verdictstore.VerdictStoreConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The policy API: the verdict store and the policy of the feeds, and the parts of the roles of this process. The
 * libraries have configurations of their own; this class has what they share.
 */
@Configuration(proxyBeanMethods = false)
@Import({
    VerdictStoreConfiguration.class,
    PolicyConfiguration.class,
    PolicyApiWebServer.class,
    PolicyApiSecurity.class,
    PolicyApiHealthConfiguration.class,
    PolicyApiRequests.class,
    PolicyEndpoints.class,
    PolicyApiRoles.class,
    CertificateConfiguration.class
})
@EnableConfigurationProperties({PolicyApiSettings.class, RedisSettings.class})
public class PolicyApiConfiguration {
    @Bean
    static MeterFilter policyApiDescribedMeters() {
        return new DescribedMeters();
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean(name = "policyApiRpkiSource")
    RpkiSource policyApiRpkiSource(RedisSettings settings) {
        RedisAddress address = settings.address(RedisAddress::of);
        return new RedisRpkiSource(address).start();
    }

    /**
     * The signature engine for explanations, for validation on demand and for SRx. A process that also runs the
     * validator shares the validator's engine.
     */
    @Bean
    @ConditionalOnMissingBean(SignatureEngine.class)
    SignatureEngine policyApiEngine() {
        return SignatureEngines.select(EngineSettings.fromSystem());
    }

    @Bean
    SignatureVerifier policyApiVerifier(SignatureEngine policyApiEngine, PolicyApiSettings settings) {
        return new BatchVerifier(policyApiEngine, AlgorithmSuites.withP384(settings.p384Suite()));
    }
}
