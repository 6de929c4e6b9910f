// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Tests that each pair of settings that contradict each other is named. */
final class CollectorConflictsTest {
    private static List<String> conflicts(Map<String, String> settings) {
        Map<String, Object> properties = new HashMap<>();
        settings.forEach((name, value) -> properties.put("pathproof.collector." + name, value));
        return CollectorConflicts.of(new Binder(new MapConfigurationPropertySource(properties))
                        .bindOrCreate("pathproof.collector", CollectorSettings.class))
                .all();
    }

    @Test
    void defaultsAndUsualSettingsHaveNone() {
        assertThat(conflicts(Map.of())).isEmpty();
        assertThat(conflicts(Map.of("path-attributes.routers", "r1"))).isEmpty();
        assertThat(conflicts(Map.of(
                        "path-attributes.routers", "r1",
                        "path-attributes.views", "ADJ_RIB_IN_PRE,ADJ_RIB_IN_POST",
                        "routers[0].addresses", "192.0.2.0/24",
                        "routers[0].views", "adj-rib-in-pre,adj-rib-in-post",
                        "roles.customers", "AS64500",
                        "roles.providers", "AS64501")))
                .isEmpty();
    }

    @Test
    void namesBothSettings() {
        Map<Map<String, String>, List<String>> cases = Map.of(
                Map.of("path-attributes.views", "ADJ_RIB_IN_PRE"),
                List.of("path-attributes.views is set", "path-attributes.routers is empty"),
                Map.of("path-attributes.routers", "r1", "path-attributes.views", ""),
                List.of("path-attributes.routers names routers", "path-attributes.views is empty"),
                Map.of(
                        "path-attributes.routers", "r1",
                        "routers[0].addresses", "192.0.2.0/24",
                        "routers[0].views", "adj-rib-in-pre"),
                List.of("path-attributes.views has ADJ_RIB_IN_POST", "pathproof.collector.routers leaves it out"),
                Map.of("tls.key", "/etc/tls.key"),
                List.of("tls.key", "tls.certificate is not"),
                Map.of("routers[0].certificates", "*.example.net"),
                List.of("a rule with certificates", "tls.certificate is not set"),
                Map.of("onboarding.ases", "64500"),
                List.of("onboarding.ases", "onboarding.names is empty"),
                Map.of("roles.customers", "AS64500", "roles.peers", "AS64500, AS64501"),
                List.of("AS64500 is in roles.customers and in roles.peers"));
        cases.forEach((settings, words) -> assertThat(conflicts(settings))
                .as(settings.toString())
                .singleElement()
                .asString()
                .startsWith("pathproof.collector.")
                .contains(words));
    }
}
