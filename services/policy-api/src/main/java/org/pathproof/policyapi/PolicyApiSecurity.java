// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import org.pathproof.access.AccessConfiguration;
import org.pathproof.access.AccessSettings;
import org.pathproof.access.AuditLog;
import org.pathproof.access.ClientFilter;
import org.pathproof.access.EndpointTable;
import org.pathproof.access.StaticTokens;
import org.pathproof.policyapi.access.Endpoints;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.policyapi.web.TokenRate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Adds the endpoints of the policy API, and the limits of its clients, to the access of all services. */
@Configuration(proxyBeanMethods = false)
@Import(AccessConfiguration.class)
class PolicyApiSecurity {
    @Bean
    EndpointTable policyApiEndpoints(PolicyApiSettings settings) {
        return Endpoints.table(settings.roles());
    }

    @Bean
    TokensHealth policyApiTokensHealth(StaticTokens tokens, AccessSettings settings) {
        return new TokensHealth(tokens, !settings.tokenFile().isBlank());
    }

    @Bean
    ClientFilter policyApiTokenRate(PolicyApiHttpSettings settings, AuditLog audit) {
        return new ClientFilter(new TokenRate(settings.maxRatePerClient(), audit));
    }
}
