// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/**
 * The policy API as a separate program. {@link PolicyApiConfiguration} lists all parts, because there is no component
 * scan.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(PolicyApiConfiguration.class)
public class PolicyApiApplication {
    /** Starts the program; settings are in {@code policy-api.yaml}. */
    public static void main(String[] args) {
        new SpringApplicationBuilder(PolicyApiApplication.class)
                .properties("spring.config.name=policy-api")
                .run(args);
    }
}
