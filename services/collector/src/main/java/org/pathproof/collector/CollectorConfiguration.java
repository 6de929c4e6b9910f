// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import java.time.Clock;
import org.pathproof.contracts.DescribedMeters;
import org.pathproof.settings.KafkaSettings;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** All beans of the collector. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({CollectorSettings.class, KafkaSettings.class})
public class CollectorConfiguration {
    @Bean
    static MeterFilter collectorDescribedMeters() {
        return new DescribedMeters();
    }

    @Bean
    CollectorMetrics collectorMetrics(MeterRegistry registry) {
        return new CollectorMetrics(registry);
    }

    /** Intake valve that other parts of the process may close. */
    @Bean
    Intake collectorIntake() {
        return new Intake();
    }

    @Bean
    CollectorService collectorService(
            CollectorSettings settings,
            KafkaSettings kafka,
            CollectorMetrics collectorMetrics,
            Intake collectorIntake) {
        return new CollectorService(settings, kafka, collectorMetrics, Clock.systemUTC(), collectorIntake);
    }

    /** Its name is the name of the component in the health of the whole: {@code collector}. */
    @Bean
    CollectorHealth collectorHealthIndicator(CollectorService collectorService) {
        return new CollectorHealth(collectorService);
    }
}
