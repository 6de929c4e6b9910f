// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.certificates;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Registers the certificates that all services use alike: for Redis and for HTTP. Services import this class; a process
 * with several services has it once.
 */
@Configuration(proxyBeanMethods = false)
public class CertificateConfiguration {
    private static final String PEM_HEADER = "-----BEGIN";

    @Bean
    MeterBinder commonCertificates(Environment environment) {
        return registry -> {
            CertificateMeters.register(
                    registry, CertificateUse.REDIS, "", environment.getProperty("pathproof.redis.tls.certificate", ""));
            CertificateMeters.register(registry, CertificateUse.HTTP, "", ofHttp(environment));
        };
    }

    /** Returns the location of the PEM file for HTTP; empty without TLS, and for a keystore. */
    static String ofHttp(Environment environment) {
        String bundle = environment.getProperty("server.ssl.bundle", "");
        String location = bundle.isEmpty()
                ? environment.getProperty("server.ssl.certificate", "")
                : environment.getProperty("spring.ssl.bundle.pem." + bundle + ".keystore.certificate", "");
        return location.startsWith(PEM_HEADER) || location.startsWith("classpath:") ? "" : location;
    }
}
