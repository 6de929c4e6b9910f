// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;
import java.time.Clock;
import org.pathproof.contracts.metrics.DescribedMeters;
import org.pathproof.keysync.health.KeySyncHealth;
import org.pathproof.keysync.health.KeySyncMetrics;
import org.pathproof.keysync.health.KeySyncReadiness;
import org.pathproof.keysync.settings.CertificateSettings;
import org.pathproof.keysync.settings.KeySyncConflicts;
import org.pathproof.keysync.settings.KeySyncSettings;
import org.pathproof.keysync.writer.KeySyncService;
import org.pathproof.rpki.redis.RedisAddress;
import org.pathproof.settings.RedisSettings;
import org.pathproof.telemetry.certificates.CertificateConfiguration;
import org.pathproof.telemetry.certificates.CertificateMeters;
import org.pathproof.telemetry.certificates.CertificateUse;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Declares all beans of key-sync. */
@Configuration(proxyBeanMethods = false)
@Import(CertificateConfiguration.class)
@EnableConfigurationProperties({KeySyncSettings.class, CertificateSettings.class, RedisSettings.class})
public class KeySyncConfiguration {
    @Bean
    static MeterFilter keySyncDescribedMeters() {
        return new DescribedMeters();
    }

    @Bean
    KeySyncService keySyncService(KeySyncSettings settings, CertificateSettings certificates, RedisSettings redis) {
        return new KeySyncService(settings, certificates, redis.address(RedisAddress::of), Clock.systemUTC());
    }

    @Bean
    KeySyncMetrics keySyncMetrics(MeterRegistry registry, KeySyncService keySyncService) {
        return new KeySyncMetrics(registry, keySyncService);
    }

    @Bean
    MeterBinder keySyncSourceCertificates(KeySyncSettings settings) {
        return registry -> settings.sources()
                .forEach(source -> CertificateMeters.register(
                        registry,
                        CertificateUse.RPKI_SOURCE,
                        source.name(),
                        source.tls().certificate()));
    }

    /** Contributes the component {@code keySync} to the health endpoint. */
    @Bean
    KeySyncHealth keySyncHealthIndicator(
            KeySyncService keySyncService, KeySyncSettings settings, CertificateSettings certificates) {
        return new KeySyncHealth(
                keySyncService, KeySyncConflicts.of(settings, certificates).logged());
    }

    /** Reports the readiness of the service, as a health component with the name of this bean. */
    @Bean
    KeySyncReadiness keySyncServingHealthIndicator(KeySyncService keySyncService) {
        return new KeySyncReadiness(keySyncService);
    }
}
