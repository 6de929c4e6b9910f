// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import java.util.List;
import org.pathproof.access.AccessConfiguration;
import org.pathproof.collector.topics.TopicsProgram;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.micrometer.metrics.autoconfigure.logging.logback.LogbackMetricsAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The collector as a separate program, with the defaults of {@code collector.yaml}. */
@SpringBootConfiguration(proxyBeanMethods = false)
// Micrometer counts log events with a filter that also runs for disabled log calls. Kafka makes several such calls for
// each record.
@EnableAutoConfiguration(exclude = LogbackMetricsAutoConfiguration.class)
@Import({CollectorConfiguration.class, AccessConfiguration.class})
public class CollectorApplication {
    /**
     * Starts the program; its defaults are in {@code collector.yaml}. With {@link TopicsProgram#OPTION}, the program
     * creates and checks the topics of all services, and ends.
     */
    public static void main(String[] arguments) {
        if (List.of(arguments).contains(TopicsProgram.OPTION)) {
            System.exit(TopicsProgram.run(arguments));
        }
        new SpringApplicationBuilder(CollectorApplication.class)
                .properties("spring.config.name=collector")
                .run(arguments);
    }
}
