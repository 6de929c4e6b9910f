// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import io.micrometer.core.instrument.MeterRegistry;
import org.pathproof.collector.intake.Intake;
import org.pathproof.standalone.data.DataFolder;
import org.pathproof.validator.kafka.ValidatorStreams;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that watch the disk of the data folder. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DiskSettings.class)
public class DiskConfiguration {
    @Bean
    DiskWatch diskWatch(
            DataFolder data, DiskSettings settings, Intake intake, ValidatorStreams validator, MeterRegistry registry) {
        return new DiskWatch(data.root(), settings, intake, validator, registry);
    }

    @Bean
    HealthIndicator diskHealthIndicator(DiskWatch watch) {
        return new DiskHealth(watch);
    }
}
