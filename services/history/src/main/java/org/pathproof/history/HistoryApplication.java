// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import org.pathproof.access.AccessConfiguration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.micrometer.metrics.autoconfigure.logging.logback.LogbackMetricsAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The history as a separate program, with the defaults of {@code history.yaml}. */
@SpringBootConfiguration(proxyBeanMethods = false)
// Micrometer counts log events with a filter that also runs for disabled log calls.
@EnableAutoConfiguration(exclude = LogbackMetricsAutoConfiguration.class)
@Import({HistoryConfiguration.class, AccessConfiguration.class})
public class HistoryApplication {
    /** Starts the program; its defaults are in {@code history.yaml}. */
    public static void main(String[] arguments) {
        new SpringApplicationBuilder(HistoryApplication.class)
                .properties("spring.config.name=history")
                .run(arguments);
    }
}
