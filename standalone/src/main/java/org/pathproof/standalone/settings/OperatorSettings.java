// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.settings;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.pathproof.standalone.console.StartFailure;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Settings that the operator gives before the start: the file of {@code --config}, and environment variables, which
 * override the file. Names and values have the forms that Spring accepts.
 */
public final class OperatorSettings {
    private final Binder binder;

    private OperatorSettings(Binder binder) {
        this.binder = binder;
    }

    /**
     * Reads the file.
     *
     * @throws StartFailure if the file cannot be read or has an unknown setting
     */
    public static OperatorSettings read(Optional<Path> config) {
        config.ifPresent(ConfigFile::check);
        StandardEnvironment environment = new StandardEnvironment();
        config.ifPresent(file -> {
            String location = file.toAbsolutePath().toUri().toString();
            environment
                    .getPropertySources()
                    .addFirst(new MapPropertySource("--config", Map.of("spring.config.location", location)));
            try {
                ConfigDataEnvironmentPostProcessor.applyTo(environment);
            } catch (RuntimeException e) {
                throw new StartFailure("the configuration file " + file + " cannot be used: " + e.getMessage(), e);
            }
        });
        ConfigurationPropertySources.attach(environment);
        return new OperatorSettings(Binder.get(environment));
    }

    /**
     * Returns the value of a setting; empty if the operator gives none.
     *
     * @throws StartFailure if the value refers to an unknown property
     */
    public Optional<String> text(String setting) {
        try {
            return Optional.ofNullable(binder.bind(setting, String.class).orElse(null))
                    .map(String::strip)
                    .filter(text -> !text.isEmpty());
        } catch (BindException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new StartFailure(setting + " has no usable value: " + cause.getMessage(), e);
        }
    }
}
