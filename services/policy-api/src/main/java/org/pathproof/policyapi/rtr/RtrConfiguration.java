// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rtr;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.pathproof.policyapi.derived.DerivedOriginFeed;
import org.pathproof.policyapi.settings.DerivedOriginSettings;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.telemetry.certificates.CertificateMeters;
import org.pathproof.telemetry.certificates.CertificateUse;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** The RTR servers of the policy API. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RtrListenersSettings.class)
public class RtrConfiguration {
    @Bean
    @Primary
    PolicyApiRtr policyApiRtr(
            PolicyApiSettings settings,
            RtrListenersSettings further,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki) {
        return PolicyApiRtr.genuine(settings, further, rpki);
    }

    @Bean
    MeterBinder policyApiListenerCertificates(RtrListenersSettings further) {
        return registry -> further.listeners()
                .forEach(listener -> CertificateMeters.register(
                        registry,
                        CertificateUse.RTR_LISTENER,
                        listener.name(),
                        listener.tls().certificate()));
    }

    @Bean
    PolicyApiRtr policyApiDerivedRtr(
            DerivedOriginSettings derived,
            PolicyApiSettings settings,
            RtrListenersSettings further,
            DerivedOriginFeed feed) {
        return PolicyApiRtr.derived(derived, settings, further, feed.rpki());
    }
}
