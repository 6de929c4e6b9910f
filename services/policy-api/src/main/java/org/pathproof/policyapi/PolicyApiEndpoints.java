// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import io.swagger.v3.oas.models.OpenAPI;
import java.time.Clock;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.policyapi.health.Checklist;
import org.pathproof.policyapi.health.ChecklistController;
import org.pathproof.policyapi.health.HealthReporter;
import org.pathproof.policyapi.openapi.ApiDescription;
import org.pathproof.policyapi.rest.KnownSessions;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.rest.routes.Explainer;
import org.pathproof.policyapi.rest.routes.PrefixesController;
import org.pathproof.policyapi.rest.routes.RoutesController;
import org.pathproof.policyapi.rest.rpki.RpkiController;
import org.pathproof.policyapi.rest.rpki.RpkiSourcesController;
import org.pathproof.policyapi.rest.sessions.SessionsController;
import org.pathproof.policyapi.rest.sessions.SummaryController;
import org.pathproof.policyapi.rest.validity.ValidityController;
import org.pathproof.policyapi.rest.verify.VerifyController;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.redis.RedisAddress;
import org.pathproof.rpki.redis.SourcesReportReader;
import org.pathproof.settings.RedisSettings;
import org.pathproof.verdictstore.input.CollectorMonitor;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The endpoints of the REST interface, and its description. */
@Configuration(proxyBeanMethods = false)
class PolicyApiEndpoints {
    private static final Clock CLOCK = Clock.systemUTC();

    @Bean
    RoutesController policyApiRoutesController(
            RouteTable table,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki,
            Readiness readiness,
            KnownSessions known,
            @Qualifier("policyApiVerifier") SignatureVerifier verifier,
            PolicyApiSettings settings,
            JsonMapper json) {
        return new RoutesController(table, new Explainer(rpki, verifier), readiness, known, settings, json);
    }

    @Bean
    VerifyController policyApiVerifyController(
            Readiness readiness,
            @Qualifier("policyApiVerifier") SignatureVerifier verifier,
            PolicyApiSettings settings) {
        return new VerifyController(readiness, verifier, settings);
    }

    @Bean
    ValidityController policyApiValidityController(RouteTable table, Readiness readiness, PolicyApiSettings settings) {
        return new ValidityController(table, readiness, settings, CLOCK);
    }

    @Bean
    RpkiController policyApiRpkiController(RouteTable table, Readiness readiness) {
        return new RpkiController(table, readiness);
    }

    @Bean(destroyMethod = "close")
    SourcesReportReader policyApiSourcesReportReader(RedisSettings settings) {
        return new SourcesReportReader(settings.address(RedisAddress::of));
    }

    @Bean
    RpkiSourcesController policyApiRpkiSourcesController(SourcesReportReader reader) {
        return new RpkiSourcesController(reader);
    }

    @Bean
    KnownSessions policyApiKnownSessions(RouteTable table, CollectorMonitor collectors, Readiness readiness) {
        return new KnownSessions(table, collectors, readiness);
    }

    @Bean
    SessionsController policyApiSessionsController(RouteTable table, CollectorMonitor collectors, KnownSessions known) {
        return new SessionsController(table, collectors, known);
    }

    @Bean
    PrefixesController policyApiPrefixesController(RouteTable table, Readiness readiness) {
        return new PrefixesController(table, readiness);
    }

    @Bean
    SummaryController policyApiSummaryController(
            RouteTable table, @Qualifier("policyApiRpkiSource") RpkiSource rpki, Readiness readiness) {
        return new SummaryController(table, rpki, readiness, CLOCK);
    }

    @Bean
    OpenAPI policyApiDescriptionHead() {
        return ApiDescription.head();
    }

    @Bean
    ApiDescription policyApiDescription() {
        return new ApiDescription();
    }

    @Bean
    ChecklistController policyApiChecklistController(
            RouteTable table,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki,
            CollectorMonitor collectors,
            HealthReporter health) {
        return new ChecklistController(new Checklist(table, rpki, collectors, health));
    }
}
