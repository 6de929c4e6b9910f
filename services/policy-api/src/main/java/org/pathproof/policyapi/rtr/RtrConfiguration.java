// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rtr;

import org.pathproof.policyapi.derived.DerivedOriginFeed;
import org.pathproof.policyapi.settings.DerivedOriginSettings;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.rpki.RpkiSource;
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
    PolicyApiRtr policyApiDerivedRtr(
            DerivedOriginSettings derived,
            PolicyApiSettings settings,
            RtrListenersSettings further,
            DerivedOriginFeed feed) {
        return PolicyApiRtr.derived(derived, settings, further, feed.rpki());
    }
}
