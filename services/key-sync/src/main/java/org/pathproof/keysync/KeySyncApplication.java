// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import org.pathproof.access.AccessConfiguration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.micrometer.metrics.autoconfigure.logging.logback.LogbackMetricsAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Key-sync as a separate program, with the defaults of {@code key-sync.yaml}. */
@SpringBootConfiguration(proxyBeanMethods = false)
// Micrometer counts log events with a filter that also runs for disabled log calls.
@EnableAutoConfiguration(exclude = LogbackMetricsAutoConfiguration.class)
@Import({KeySyncConfiguration.class, AccessConfiguration.class})
public class KeySyncApplication {
    /** Starts the program; its defaults are in {@code key-sync.yaml}. */
    public static void main(String[] arguments) {
        new SpringApplicationBuilder(KeySyncApplication.class)
                .properties("spring.config.name=key-sync")
                .run(arguments);
    }
}
