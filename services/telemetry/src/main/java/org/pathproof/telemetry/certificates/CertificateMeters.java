// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.certificates;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import org.pathproof.contracts.metrics.CommonMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;

/** The gauges of {@link CommonMetricNames#CERTIFICATE_EXPIRES}. */
public final class CertificateMeters {
    private static final String FILE = "file:";

    private CertificateMeters() {}

    /**
     * Registers the gauge of a file. A file that is registered again keeps its gauge.
     *
     * @param name name of the listener or the source in the settings; empty for uses with one file
     * @param location path of a PEM file, also with the prefix {@code file:}. Empty: no gauge
     */
    public static void register(MeterRegistry registry, CertificateUse use, String name, String location) {
        if (location.isEmpty()) {
            return;
        }
        String path = location.startsWith(FILE) ? location.substring(FILE.length()) : location;
        CertificateFile file = new CertificateFile(Path.of(path));
        Gauge.builder(CommonMetricNames.CERTIFICATE_EXPIRES, file, CertificateFile::expiry)
                .tag(MetricLabels.USE, use.label())
                .tag(MetricLabels.NAME, name)
                .strongReference(true)
                .register(registry);
    }
}
