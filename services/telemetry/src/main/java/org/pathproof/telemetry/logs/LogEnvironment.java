// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.logs;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Translates {@link LogSettings#format} into Spring Boot's settings of structured logs, before logging starts. An
 * operator's own {@code logging.structured.*} settings take precedence.
 */
public final class LogEnvironment implements EnvironmentPostProcessor, Ordered {
    private static final Map<String, Object> ECS = Map.of(
            "logging.structured.format.console", "ecs",
            "logging.structured.format.file", "ecs",
            "logging.structured.json.customizer", EcsMembers.class.getName(),
            // The markers, which are in event.action.
            "logging.structured.json.exclude", "tags");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (settings(environment).format() == LogSettings.Format.ECS) {
            environment.getPropertySources().addLast(new MapPropertySource("pathproof.logs", ECS));
        }
    }

    /** Returns the settings of an environment whose configuration files are read. */
    static LogSettings settings(ConfigurableEnvironment environment) {
        return Binder.get(environment).bindOrCreate("pathproof.logs", LogSettings.class);
    }

    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 1;
    }
}
