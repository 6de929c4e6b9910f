// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.certificates;

import java.time.Clock;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The certificates of routers of the policy API. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CertificateSettings.class)
public class CertificatesConfiguration {
    @Bean
    CertificatesController policyApiCertificatesController(
            CertificateSettings settings, Readiness readiness, RouteTable table) {
        return new CertificatesController(settings.load(), readiness, table, Clock.systemUTC());
    }
}
