// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/** The policy API as a program. There is no component scan: {@link PolicyApiConfiguration} names all parts. */
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
