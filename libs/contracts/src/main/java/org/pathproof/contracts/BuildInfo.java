// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.pathproof.contracts.metrics.CommonMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;

/** The version of Pathproof, which Maven writes to {@code version.properties}. */
public final class BuildInfo {
    private static final String RESOURCE = "version.properties";

    private BuildInfo() {}

    /** Returns the version of Pathproof, such as {@code 0.1.0}. */
    public static String version() {
        Properties properties = new Properties();
        try (InputStream in = BuildInfo.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not on the class path");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + " cannot be read", e);
        }
        return properties.getProperty("version");
    }

    /** Registers {@link CommonMetricNames#BUILD_INFO}. A second registration has no effect. */
    public static void register(MeterRegistry registry) {
        Gauge.builder(CommonMetricNames.BUILD_INFO, () -> 1)
                .tag(MetricLabels.VERSION, version())
                .tag(MetricLabels.JAVA, Runtime.version().toString())
                .register(registry);
    }
}
