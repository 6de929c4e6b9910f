// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;

/**
 * Gives each meter of Pathproof its description, which Prometheus shows as {@code HELP}.
 *
 * <p>The texts are the comments of the constants in this package. A test writes them to {@code
 * metric-help.properties}, and fails where the file and the comments differ.
 */
public final class DescribedMeters implements MeterFilter {
    private static final String RESOURCE = "metric-help.properties";

    private final Properties texts = new Properties();

    /** Reads the texts from the class path. */
    public DescribedMeters() {
        try (InputStream in = DescribedMeters.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not on the class path");
            }
            texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + " cannot be read", e);
        }
    }

    /** Returns the description of a metric, by its name as Prometheus shows it. */
    public Optional<String> description(String metric) {
        return Optional.ofNullable(texts.getProperty(metric));
    }

    @Override
    public Meter.Id map(Meter.Id id) {
        return description(id.getName())
                .map(text -> new Meter.Id(
                        id.getName(), Tags.of(id.getTagsAsIterable()), id.getBaseUnit(), text, id.getType()))
                .orElse(id);
    }
}
