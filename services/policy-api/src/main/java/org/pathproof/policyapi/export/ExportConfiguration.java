// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.time.Clock;
import org.pathproof.policyapi.policy.PolicyStore;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.policyapi.store.RouteTable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The exports of the policy API. */
@Configuration(proxyBeanMethods = false)
public class ExportConfiguration {
    @Bean
    ExportController policyApiExportController(
            RouteTable table, Readiness readiness, PolicyStore policies, PolicyApiSettings settings, JsonMapper json) {
        PrefixSets sets = new PrefixSets(
                table, () -> policies.state().effective(), settings.exportMaxPrefixes(), Clock.systemUTC());
        return new ExportController(sets, readiness, settings, json);
    }
}
