// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.FileSystemResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares docs/reference/settings.md with the settings records of the services. Descriptions come from the records'
 * {@code @param} tags. The subjects and their order come from settings-subjects.txt.
 */
final class SettingsReferenceTest {
    private static final String INTRODUCTION = """
            # Settings

            For operators: all settings, by subject. A test generates this page from the settings records of the services.

            Set them in `collector.yaml`, `validator.yaml`, `key-sync.yaml`, `policy-api.yaml` and `history.yaml`, in the
            one file of `./pathproof up --config`, or as environment variables. `pathproof.kafka.bootstrap-servers` is
            `PATHPROOF_KAFKA_BOOTSTRAPSERVERS`. All settings of Spring Boot work, too (`server.port`, `server.ssl.*`,
            `management.*`). Times have a unit (`ms`, `s`, `m`, `h`, `d`), and so have sizes (`KB`, `MB`, `GB`).

            A service that runs as a program of its own serves HTTP (health, metrics) on `server.port`: 8080 for the policy
            API, 8081 for the collector, 8082 for the validator, 8083 for key-sync, 8084 for the history. `server.address` is
            127.0.0.1 by default and 0.0.0.0 in the images.
            """;

    @Test
    void everySettingIsDescribedUnderOneSubject() throws IOException {
        Map<String, JsonNode> settings = settings();
        StringBuilder page = new StringBuilder(INTRODUCTION);
        Set<String> withoutSubject = new TreeSet<>(settings.keySet());
        for (Map.Entry<String, List<String>> subject : subjects().entrySet()) {
            page.append("\n## ")
                    .append(subject.getKey())
                    .append("\n\n| setting | default | meaning |\n|---|---|---|\n");
            for (String pattern : subject.getValue()) {
                Set<String> names = new TreeSet<>();
                settings.forEach((name, property) -> {
                    if (matches(pattern, name)) {
                        names.add(name);
                        page.append(row(name, property));
                    }
                });
                assertThat(names)
                        .as("settings for %s in settings-subjects.txt", pattern)
                        .isNotEmpty();
                assertThat(withoutSubject)
                        .as("each setting stands under one subject")
                        .containsAll(names);
                withoutSubject.removeAll(names);
            }
        }
        assertThat(withoutSubject)
                .as("settings without a subject: add them to settings-subjects.txt")
                .isEmpty();
        ReferencePage.assertCurrent("settings.md", page.toString());
    }

    @Test
    void theChartHasTheDefaultsOfKafkaRetention() throws IOException {
        String prefix = "pathproof.kafka.retention.";
        Map<String, String> expected = new TreeMap<>();
        settings().forEach((name, property) -> {
            if (name.startsWith(prefix)) {
                expected.put(
                        DataObjectPropertyName.toDashedForm(name.substring(prefix.length())),
                        property.path("defaultValue").asString());
            }
        });
        Map<String, String> chart = new TreeMap<>();
        EnumerablePropertySource<?> values = (EnumerablePropertySource<?>) new YamlPropertySourceLoader()
                .load("values", new FileSystemResource(ReferencePage.root().resolve("helm/pathproof/values.yaml")))
                .getFirst();
        String chartPrefix = "kafka.retention.";
        for (String name : values.getPropertyNames()) {
            if (name.startsWith(chartPrefix)) {
                chart.put(
                        DataObjectPropertyName.toDashedForm(name.substring(chartPrefix.length())),
                        String.valueOf(values.getProperty(name)));
            }
        }
        assertThat(chart).isNotEmpty().isEqualTo(expected);
    }

    private static boolean matches(String pattern, String name) {
        return pattern.endsWith(".*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }

    private static String row(String name, JsonNode property) {
        String description = property.path("description").asString("").replaceAll("\\s+", " ");
        assertThat(description)
                .as("description of %s (the @param of its record): a fragment that stands alone", name)
                .matches("[A-Z*].*\\.")
                .doesNotContain("{@");
        return "| `%s` | %s | %s |\n".formatted(name, defaultValue(property), description.replace("|", "\\|"));
    }

    private static String defaultValue(JsonNode property) {
        JsonNode value = property.path("defaultValue");
        String text = value.isString() ? value.asString() : value.toString();
        return text.isEmpty() || text.equals("[]") ? "" : "`" + text + "`";
    }

    /** Returns the settings of all services by name, from the metadata that Spring's annotation processor wrote. */
    private static Map<String, JsonNode> settings() throws IOException {
        Map<String, JsonNode> settings = new TreeMap<>();
        for (URL url : Collections.list(SettingsReferenceTest.class
                .getClassLoader()
                .getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream in = url.openStream()) {
                for (JsonNode property : JsonMapper.shared().readTree(in).get("properties")) {
                    String name = property.get("name").asString();
                    if (name.startsWith("pathproof.")) {
                        settings.putIfAbsent(name, property);
                    }
                }
            }
        }
        return settings;
    }

    /** Returns the patterns of settings by subject, in the order of the page. */
    private static Map<String, List<String>> subjects() throws IOException {
        Map<String, List<String>> subjects = new LinkedHashMap<>();
        List<String> patterns = new ArrayList<>();
        for (String line : resource("settings-subjects.txt").lines().toList()) {
            if (line.startsWith("== ")) {
                patterns = new ArrayList<>();
                subjects.put(line.substring(3), patterns);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                patterns.add(line);
            }
        }
        return subjects;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(SettingsReferenceTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
