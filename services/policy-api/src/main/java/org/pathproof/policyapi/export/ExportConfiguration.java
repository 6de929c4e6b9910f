// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.time.Clock;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.policyapi.refusals.RefusalMemory;
import org.pathproof.policyapi.rest.NotReadyException;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The exports of the policy API. */
@Configuration(proxyBeanMethods = false)
public class ExportConfiguration {
    @Bean
    ExportController policyApiExportController(
            RouteTable table,
            RefusalMemory memory,
            Readiness readiness,
            PolicyStore policies,
            PolicyApiSettings settings,
            JsonMapper json) {
        PrefixSets sets = new PrefixSets(
                table, () -> inForce(policies.state()), memory, settings.exportMaxPrefixes(), Clock.systemUTC());
        return new ExportController(sets, memory, readiness, settings, json);
    }

    private static PolicyDocument inForce(PolicyState state) {
        if (!state.ready()) {
            throw new NotReadyException("the policy of the feeds is not read yet");
        }
        return state.document();
    }
}
