// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/**
 * Shortens the pause between two samples of exemplars, if routes are traced. Most values have no trace, and each sample
 * without one costs a pause. An operator's own setting takes precedence.
 */
public final class ExemplarEnvironment implements EnvironmentPostProcessor, Ordered {
    /** Setting of the Prometheus client. With its default of 90 ms, histograms of busy services have no exemplars. */
    static final String INTERVAL =
            "management.prometheus.metrics.export.properties[io.prometheus.exemplars.sample_interval_milliseconds]";

    private static final String INTERVAL_MS = "10";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (isTraced(environment)) {
            environment
                    .getPropertySources()
                    .addLast(new MapPropertySource("pathproof.exemplars", Map.of(INTERVAL, INTERVAL_MS)));
        }
    }

    /** Returns true if {@link TracingSettings#endpoint} is set. */
    static boolean isTraced(Environment environment) {
        return !environment.getProperty("pathproof.tracing.endpoint", "").isEmpty();
    }

    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 1;
    }
}
