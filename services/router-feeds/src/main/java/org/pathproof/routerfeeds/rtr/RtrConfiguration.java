// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.pathproof.routerfeeds.derived.DerivedOriginFeed;
import org.pathproof.routerfeeds.settings.DerivedOriginSettings;
import org.pathproof.routerfeeds.settings.RtrSettings;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.telemetry.certificates.CertificateMeters;
import org.pathproof.telemetry.certificates.CertificateUse;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** The RTR listeners of the genuine RPKI set and of the derived origin feed. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({RtrSettings.class, RtrListenersSettings.class})
public class RtrConfiguration {
    @Bean
    @Primary
    RtrListeners routerFeedsRtr(
            RtrSettings settings, RtrListenersSettings further, @Qualifier("policyApiRpkiSource") RpkiSource rpki) {
        return RtrListeners.genuine(settings, further, rpki);
    }

    @Bean
    MeterBinder routerFeedsListenerCertificates(RtrListenersSettings further) {
        return registry -> further.listeners()
                .forEach(listener -> CertificateMeters.register(
                        registry,
                        CertificateUse.RTR_LISTENER,
                        listener.name(),
                        listener.tls().certificate()));
    }

    @Bean
    RtrListeners routerFeedsDerivedRtr(
            DerivedOriginSettings derived, RtrSettings settings, RtrListenersSettings further, DerivedOriginFeed feed) {
        return RtrListeners.derived(derived, settings, further, feed.rpki());
    }
}
