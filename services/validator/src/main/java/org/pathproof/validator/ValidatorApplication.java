// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** The validator as a process of its own. */
@SpringBootApplication(proxyBeanMethods = false)
@Import(ValidatorConfiguration.class)
public class ValidatorApplication {
    /** Starts it; defaults stand in {@code validator.yaml}. */
    public static void main(String[] arguments) {
        System.setProperty("spring.config.name", "validator");
        SpringApplication.run(ValidatorApplication.class, arguments);
    }
}
