// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyReader;
import org.pathproof.telemetry.health.PartHealth;
import org.springframework.mock.env.MockEnvironment;

/** Tests that settings are named that contradict each other, the policy, or settings of another service. */
final class PolicyApiConflictsTest {
    private static final PolicyDocument TRUSTING = PolicyReader.read(
                    "groups: [{name: border, routers: [r1], trust-pre-policy: true}]\n", "test")
            .document()
            .orElseThrow();

    private static MockEnvironment environment(Map<String, String> settings) {
        MockEnvironment environment = new MockEnvironment();
        settings.forEach((name, value) -> environment.setProperty("pathproof." + name, value));
        return environment;
    }

    private static List<String> conflicts(Map<String, String> settings) {
        return new PolicyApiConflicts(environment(settings)).ofSettings().all();
    }

    @Test
    void defaultsAndUsualSettingsHaveNone() {
        assertThat(conflicts(Map.of())).isEmpty();
        assertThat(conflicts(Map.of(
                        "feeds.routers[0].router", "r1",
                        "feeds.routers[0].neighbor", "192.0.2.1",
                        "feeds.identifier", "192.0.2.10",
                        "collector.bmp-port", "11019",
                        "collector.path-attributes.routers", "r1",
                        "collector.feed-speakers", "192.0.2.10@192.0.2.10")))
                .isEmpty();
    }

    @Test
    void namesBothSettings() {
        Map<Map<String, String>, List<String>> cases = Map.of(
                Map.of("policy-api.page-limit", "20000"),
                List.of("page-limit 20000 is above", "max-page-limit 10000"),
                Map.of("policy-api.roles", "api", "feeds.routers[0].router", "r1"),
                List.of("pathproof.feeds.routers[0].router is set", "pathproof.policy-api.roles lacks feeds"),
                Map.of("policy-api.certificates.names", "*.example.net"),
                List.of("certificates.authority is missing"),
                Map.of("feeds.derived-origin.router", "r1"),
                List.of("derived-origin.router is set", "derived-origin.rtr-port is not"),
                Map.of("api.oidc.audience", "pathproof"),
                List.of("oidc.audience", "oidc.issuer is not"),
                Map.of("feeds.routers[0].router", "r1", "collector.bmp-port", "11019"),
                List.of("pathproof.feeds.routers names r1", "path-attributes.routers is empty"),
                Map.of("validator.p384-suite", "7"),
                List.of("validator.p384-suite is 7", "policy-api.p384-suite is 0"),
                Map.of("validator.application-id", "lab"),
                List.of("validator.application-id is lab", "validator-group is pathproof-validator"));
        cases.forEach((settings, words) -> assertThat(conflicts(settings))
                .as(settings.toString())
                .singleElement()
                .asString()
                .contains(words));
    }

    @Test
    void namesAPolicyThatNeedsAnotherView() {
        Map<String, String> settings = Map.of("collector.path-attributes.routers", "r1");
        SettingsHealth health = new SettingsHealth(environment(settings), () -> TRUSTING);
        PartHealth failing = health.health().orElseThrow();
        assertThat(failing.ok()).isFalse();
        assertThat(failing.message())
                .contains("group border of the policy has trust-pre-policy: true")
                .contains("pathproof.collector.path-attributes.views is ADJ_RIB_IN_POST by default")
                .contains("add ADJ_RIB_IN_PRE");
        assertThat(new SettingsHealth(environment(settings), () -> PolicyDocument.EMPTY).health())
                .isEmpty();
        Map<String, String> both = Map.of(
                "collector.path-attributes.routers", "r1",
                "collector.path-attributes.views", "adj-rib-in-pre, ADJ_RIB_IN_POST");
        assertThat(new SettingsHealth(environment(both), () -> TRUSTING).health())
                .isEmpty();
    }
}
