// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import org.pathproof.access.AccessConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.micrometer.metrics.autoconfigure.logging.logback.LogbackMetricsAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The validator as a separate program. */
// Micrometer counts log events with a filter that also runs for disabled log calls. Kafka makes several of them for
// each record.
@SpringBootApplication(proxyBeanMethods = false, exclude = LogbackMetricsAutoConfiguration.class)
@Import({ValidatorConfiguration.class, AccessConfiguration.class})
public class ValidatorApplication {
    /** Starts the program; its defaults are in {@code validator.yaml}. */
    public static void main(String[] arguments) {
        new SpringApplicationBuilder(ValidatorApplication.class)
                .properties("spring.config.name=validator")
                .run(arguments);
    }
}
