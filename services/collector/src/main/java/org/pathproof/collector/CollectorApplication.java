// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The collector as a program of its own, with the defaults of {@code collector.yaml}. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(CollectorConfiguration.class)
public class CollectorApplication {
    public static void main(String[] arguments) {
        System.setProperty("spring.config.name", "collector");
        SpringApplication.run(CollectorApplication.class, arguments);
    }
}
