// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import org.pathproof.access.AuditLog;
import org.pathproof.policyapi.openapi.ParameterBinding;
import org.pathproof.policyapi.openapi.ParameterConverters;
import org.pathproof.policyapi.rest.Problems;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.verdictstore.input.StoreStatus;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Parameters, errors and readiness of the REST requests of every role. */
@Configuration(proxyBeanMethods = false)
class PolicyApiRequests {
    @Bean
    Readiness policyApiReadiness(StoreStatus store, @Qualifier("policyApiRpkiSource") RpkiSource rpki) {
        return new Readiness(store, rpki);
    }

    @Bean
    Problems policyApiProblems(AuditLog audit) {
        return new Problems(audit);
    }

    @Bean
    ParameterConverters policyApiParameterConverters() {
        return new ParameterConverters();
    }

    @Bean
    ParameterBinding policyApiParameterBinding() {
        return new ParameterBinding();
    }
}
