// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.settings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.pathproof.standalone.console.StartFailure;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Validates the file of {@code --config}. Spring ignores unknown names, so a misspelt setting would have no effect.
 * This class compares all names that begin with {@code pathproof} with the settings of the services
 * (docs/reference/settings.md).
 */
public final class ConfigFile {
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("pathproof");

    private ConfigFile() {}

    /**
     * Checks a file.
     *
     * @throws StartFailure if the file cannot be read or has an unknown setting
     */
    public static void check(Path file) {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new StartFailure("the configuration file " + file + " cannot be read");
        }
        List<ConfigurationPropertyName> known = known();
        Set<String> unknown = new TreeSet<>();
        for (PropertySource<?> source : load(file)) {
            if (source instanceof EnumerablePropertySource<?> properties) {
                Stream.of(properties.getPropertyNames())
                        .map(name -> ConfigurationPropertyName.adapt(name, '.'))
                        .filter(name -> PREFIX.equals(name) || PREFIX.isAncestorOf(name))
                        .filter(name -> known.stream().noneMatch(k -> k.equals(name) || k.isAncestorOf(name)))
                        .forEach(name -> unknown.add(name.toString()));
            }
        }
        if (!unknown.isEmpty()) {
            throw new StartFailure(
                    "the configuration file " + file + " has unknown settings: " + String.join(", ", unknown));
        }
    }

    private static List<PropertySource<?>> load(Path file) {
        String name = file.getFileName().toString();
        PropertySourceLoader loader = Stream.of(new YamlPropertySourceLoader(), new PropertiesPropertySourceLoader())
                .filter(l -> Stream.of(l.getFileExtensions()).anyMatch(end -> name.endsWith('.' + end)))
                .findFirst()
                .orElseThrow(() ->
                        new StartFailure("the configuration file " + file + " is neither .yaml, .yml nor .properties"));
        try {
            return loader.load(name, new FileSystemResource(file));
        } catch (IOException | RuntimeException e) {
            String words =
                    String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
            throw new StartFailure("the configuration file " + file + " cannot be parsed: " + words, e);
        }
    }

    /** Returns the names in the metadata of the settings records. */
    private static List<ConfigurationPropertyName> known() {
        List<ConfigurationPropertyName> names = new ArrayList<>();
        try {
            for (URL url : Collections.list(
                    ConfigFile.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
                try (InputStream in = url.openStream()) {
                    for (JsonNode property : JsonMapper.shared().readTree(in).path("properties")) {
                        ConfigurationPropertyName name = ConfigurationPropertyName.of(
                                property.path("name").asString());
                        if (PREFIX.isAncestorOf(name)) {
                            names.add(name);
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }
}
