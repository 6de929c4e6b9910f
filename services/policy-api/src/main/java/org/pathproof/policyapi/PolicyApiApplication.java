// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.micrometer.metrics.autoconfigure.logging.logback.LogbackMetricsAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * The policy API as a separate program. {@link PolicyApiConfiguration} lists all parts, because there is no component
 * scan.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
// Micrometer counts log events with a filter that also runs for disabled log calls. Kafka makes several of them for
// each record.
@EnableAutoConfiguration(exclude = LogbackMetricsAutoConfiguration.class)
@Import(PolicyApiConfiguration.class)
public class PolicyApiApplication {
    /** Starts the program; its defaults are in {@code policy-api.yaml}. */
    public static void main(String[] args) {
        new SpringApplicationBuilder(PolicyApiApplication.class)
                .properties("spring.config.name=policy-api")
                .run(args);
    }
}
