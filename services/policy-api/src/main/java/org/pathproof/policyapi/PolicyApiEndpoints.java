// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import io.swagger.v3.oas.models.OpenAPI;
import java.time.Clock;
import org.pathproof.access.AuditLog;
import org.pathproof.access.ClientValidity;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.policyapi.events.EventHub;
import org.pathproof.policyapi.events.EventsController;
import org.pathproof.policyapi.events.Replay;
import org.pathproof.policyapi.feed.CollectorMonitor;
import org.pathproof.policyapi.feed.KafkaTopics;
import org.pathproof.policyapi.feed.PipelineMonitor;
import org.pathproof.policyapi.feed.VerdictFollower;
import org.pathproof.policyapi.health.HealthReporter;
import org.pathproof.policyapi.overrides.OverrideFeeds;
import org.pathproof.policyapi.overrides.OverridesController;
import org.pathproof.policyapi.overrides.PreviewController;
import org.pathproof.policyapi.policy.ExceptionsController;
import org.pathproof.policyapi.policy.PolicyChanges;
import org.pathproof.policyapi.policy.PolicyController;
import org.pathproof.policyapi.policy.PolicyStore;
import org.pathproof.policyapi.rest.ApiDescription;
import org.pathproof.policyapi.rest.Checklist;
import org.pathproof.policyapi.rest.ChecklistController;
import org.pathproof.policyapi.rest.Explainer;
import org.pathproof.policyapi.rest.ParameterBinding;
import org.pathproof.policyapi.rest.ParameterConverters;
import org.pathproof.policyapi.rest.PrefixesController;
import org.pathproof.policyapi.rest.Problems;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.rest.RoutesController;
import org.pathproof.policyapi.rest.RpkiController;
import org.pathproof.policyapi.rest.SessionsController;
import org.pathproof.policyapi.rest.SummaryController;
import org.pathproof.policyapi.rest.ValidityController;
import org.pathproof.policyapi.rest.VerifyController;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.rpki.RpkiSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The endpoints of the REST interface, and its description. */
@Configuration(proxyBeanMethods = false)
class PolicyApiEndpoints {
    private static final Clock CLOCK = Clock.systemUTC();

    @Bean
    Readiness policyApiReadiness(
            VerdictFollower follower, PipelineMonitor pipeline, @Qualifier("policyApiRpkiSource") RpkiSource rpki) {
        return new Readiness(follower, pipeline, rpki);
    }

    @Bean
    Problems policyApiProblems(AuditLog audit) {
        return new Problems(audit);
    }

    @Bean
    RoutesController policyApiRoutesController(
            RouteTable table,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki,
            Readiness readiness,
            @Qualifier("policyApiVerifier") SignatureVerifier verifier,
            PolicyApiSettings settings,
            JsonMapper json) {
        return new RoutesController(table, new Explainer(rpki, verifier), readiness, settings, json);
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

    @Bean
    SessionsController policyApiSessionsController(RouteTable table, CollectorMonitor collectors) {
        return new SessionsController(table, collectors);
    }

    @Bean
    PrefixesController policyApiPrefixesController(RouteTable table, Readiness readiness) {
        return new PrefixesController(table, readiness);
    }

    @Bean
    ChecklistController policyApiChecklistController(
            RouteTable table,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki,
            CollectorMonitor collectors,
            HealthReporter health) {
        return new ChecklistController(new Checklist(table, rpki, collectors, health));
    }

    @Bean
    SummaryController policyApiSummaryController(
            RouteTable table, @Qualifier("policyApiRpkiSource") RpkiSource rpki, Readiness readiness) {
        return new SummaryController(table, rpki, readiness, CLOCK);
    }

    @Bean
    OverridesController policyApiOverridesController(OverrideFeeds feeds, Readiness readiness) {
        return new OverridesController(feeds, readiness);
    }

    @Bean
    PolicyChanges policyApiPolicyChanges(PolicyStore policies, AuditLog audit) {
        return new PolicyChanges(policies, audit);
    }

    @Bean
    PolicyController policyApiPolicyController(PolicyChanges changes) {
        return new PolicyController(changes);
    }

    @Bean
    ExceptionsController policyApiExceptionsController(PolicyChanges changes) {
        return new ExceptionsController(changes, CLOCK);
    }

    @Bean
    PreviewController policyApiPreviewController(OverrideFeeds feeds, PolicyStore policies, Readiness readiness) {
        return new PreviewController(feeds, policies, readiness);
    }

    @Bean
    EventsController policyApiEventsController(
            EventHub hub,
            KafkaTopics topics,
            RouteTable table,
            PolicyApiSettings settings,
            JsonMapper json,
            ClientValidity validity) {
        return new EventsController(hub, new Replay(topics, table), settings, json, validity);
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
    ParameterConverters policyApiParameterConverters() {
        return new ParameterConverters();
    }

    @Bean
    ParameterBinding policyApiParameterBinding() {
        return new ParameterBinding();
    }
}
