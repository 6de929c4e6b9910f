// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** docs/reference/settings.md is what the settings records of the services say. */
final class SettingsReferenceTest {
    @Test
    void thePageListsEverySettingAndEverySettingIsDescribed() throws IOException {
        Map<String, Map<String, JsonNode>> groups = new TreeMap<>();
        for (URL url : Collections.list(
                getClass().getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream in = url.openStream()) {
                for (JsonNode property : JsonMapper.shared().readTree(in).get("properties")) {
                    String name = property.get("name").asString();
                    if (name.startsWith("pathproof.")) {
                        groups.computeIfAbsent(name.split("\\.")[1], g -> new TreeMap<>())
                                .putIfAbsent(name, property);
                    }
                }
            }
        }
        assertThat(groups).containsKeys("kafka", "redis", "collector", "validator", "key-sync", "policy-api");
        StringBuilder page = new StringBuilder("""
                # Settings

                Made from the settings records of the services by a test. Set them in `collector.yaml`, `validator.yaml`, `key-sync.yaml`,
                `policy-api.yaml` (or the one file of `./pathproof up --config`), or as environment variables: `pathproof.kafka.bootstrap-servers`
                is `PATHPROOF_KAFKA_BOOTSTRAPSERVERS`. Everything that Spring Boot knows (`server.port`, `server.ssl.*`, `management.*`) works, too.
                """);
        groups.forEach((group, properties) -> {
            page.append("\n## pathproof.").append(group).append("\n\n| setting | default | meaning |\n|---|---|---|\n");
            properties.forEach((name, property) -> {
                assertThat(property.path("description").asString(""))
                        .as("the description of " + name + " (the @param of its record)")
                        .isNotBlank();
                page.append("| `")
                        .append(name)
                        .append("` | ")
                        .append(defaultValue(property))
                        .append(" | ")
                        .append(property.get("description")
                                .asString()
                                .replaceAll("\\s+", " ")
                                .replace("|", "\\|"))
                        .append(" |\n");
            });
        });
        ReferencePage.assertCurrent("settings.md", page.toString());
    }

    private static String defaultValue(JsonNode property) {
        JsonNode value = property.path("defaultValue");
        String text = value.isString() ? value.asString() : value.toString();
        return text.isEmpty() || text.equals("[]") ? "" : "`" + text + "`";
    }
}
