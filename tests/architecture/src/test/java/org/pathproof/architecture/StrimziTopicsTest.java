// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.contracts.Topics;
import org.pathproof.settings.KafkaSettings;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.yaml.snakeyaml.Yaml;

/**
 * Compares the KafkaTopic objects that the chart makes for Strimzi with the topics of {@link TopicProvisioner}. The
 * objects are in tests/deploy/strimzi; the stage {@code deploy} compares them with the chart.
 */
final class StrimziTopicsTest {
    private static final Path FOLDER = ReferencePage.root().resolve("tests/deploy/strimzi");

    private record Topic(int partitions, int replicas, Map<String, String> config) {}

    @ParameterizedTest
    @ValueSource(strings = {"default", "large", "openbmp"})
    void objectsAreTheTopicsOfTheProvisioner(String name) throws IOException {
        Map<?, ?> values = yaml(FOLDER.resolve(name + ".values.yaml"));
        assertThat(objects(FOLDER.resolve(name + ".yaml"))).isEqualTo(provisioned(values));
    }

    private static Map<String, Topic> provisioned(Map<?, ?> values) throws IOException {
        Map<String, Object> properties = new HashMap<>();
        Path defaults = ReferencePage.root().resolve("helm/pathproof/values.yaml");
        putSettings(properties, map(yaml(defaults).get("kafka")));
        putSettings(properties, map(values.get("kafka")));
        Map<?, ?> config = at(values, "collector", "config", "pathproof");
        putSettings(properties, at(config, "kafka"));
        TopicSettings settings = new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("pathproof.kafka", KafkaSettings.class)
                .topics();
        List<NewTopic> topics = new ArrayList<>(TopicProvisioner.topics(settings));
        topics.add(TopicProvisioner.collectorsTopic(settings));
        topics.add(TopicProvisioner.policiesTopic(settings));
        topics.add(TopicProvisioner.refusalsTopic(settings));
        topics.add(TopicProvisioner.inventoryTopic(settings));
        topics.add(TopicProvisioner.incidentsTopic(settings));
        Map<?, ?> openBmp = at(config, "collector", "openbmp");
        if (Boolean.TRUE.equals(openBmp.get("publish"))) {
            topics.add(TopicProvisioner.rawTopic(Topics.OPENBMP_RAW, settings));
        }
        if (openBmp.containsKey("topics")) {
            topics.add(TopicProvisioner.rawTopic(Topics.OPENBMP_REKEYED, settings));
        }
        return topics.stream()
                .collect(toMap(NewTopic::name, t -> new Topic(t.numPartitions(), t.replicationFactor(), t.configs())));
    }

    /** Adds the settings of topics in the values {@code kafka} of the chart, or in {@code pathproof.kafka}. */
    private static void putSettings(Map<String, Object> properties, Map<?, ?> kafka) {
        kafka.forEach((key, value) -> {
            String name = kebab(key.toString());
            if (name.equals("retention")) {
                map(value)
                        .forEach((bound, text) ->
                                properties.put("pathproof.kafka.retention." + kebab(bound.toString()), text));
            } else if (name.equals("route-partitions") || name.equals("replication-factor")) {
                properties.put("pathproof.kafka." + name, value);
            }
        });
    }

    private static String kebab(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    private static Map<String, Topic> objects(Path file) throws IOException {
        return StreamSupport.stream(new Yaml().loadAll(Files.readString(file)).spliterator(), false)
                .map(StrimziTopicsTest::map)
                .filter(object -> "KafkaTopic".equals(object.get("kind")))
                .map(object -> map(object.get("spec")))
                .collect(toMap(spec -> text(spec, "topicName"), StrimziTopicsTest::topic));
    }

    private static Topic topic(Map<?, ?> spec) {
        Map<String, String> config = new HashMap<>();
        map(spec.get("config")).forEach((name, value) -> config.put(name.toString(), value.toString()));
        return new Topic(Integer.parseInt(text(spec, "partitions")), Integer.parseInt(text(spec, "replicas")), config);
    }

    private static String text(Map<?, ?> object, String key) {
        return Objects.requireNonNull(object.get(key), key).toString();
    }

    /** Returns the map at a path of keys; an empty map if there is none. */
    private static Map<?, ?> at(Map<?, ?> root, String... keys) {
        Map<?, ?> found = root;
        for (String key : keys) {
            found = found.containsKey(key) ? map(found.get(key)) : Map.of();
        }
        return found;
    }

    private static Map<?, ?> yaml(Path file) throws IOException {
        return map(new Yaml().load(Files.readString(file)));
    }

    private static Map<?, ?> map(@Nullable Object yaml) {
        return (Map<?, ?>) Objects.requireNonNull(yaml);
    }
}
