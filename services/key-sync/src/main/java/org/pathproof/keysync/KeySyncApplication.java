// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Key-sync as a program of its own, with the defaults of {@code key-sync.yaml}. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(KeySyncConfiguration.class)
public class KeySyncApplication {
    public static void main(String[] arguments) {
        System.setProperty("spring.config.name", "key-sync");
        SpringApplication.run(KeySyncApplication.class, arguments);
    }
}
