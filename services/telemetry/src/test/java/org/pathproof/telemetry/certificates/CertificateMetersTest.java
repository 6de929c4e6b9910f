// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.metrics.CommonMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

final class CertificateMetersTest {
    /** End of server.pem. The authority in chain.pem ends earlier. */
    private static final double SERVER_END = 2111051779.0;

    private static final double CHAIN_END = 1953371779.0;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @TempDir
    Path folder;

    @Test
    void aGaugeFollowsTheFileToTheEarliestEndOfItsChain() throws IOException {
        Path file = folder.resolve("tls.crt");
        CertificateMeters.register(registry, CertificateUse.RTR_LISTENER, "edge", file.toString());
        assertThat(expiry("rtr-listener", "edge")).isNaN();

        copy("server.pem", file, 1);
        assertThat(expiry("rtr-listener", "edge")).isEqualTo(SERVER_END);
        copy("chain.pem", file, 2);
        assertThat(expiry("rtr-listener", "edge")).isEqualTo(CHAIN_END);

        Files.writeString(file, "no certificate");
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(3)));
        assertThat(expiry("rtr-listener", "edge")).isNaN();
        assertThat(expiry("rtr-listener", "edge")).isNaN();
        copy("server.pem", file, 4);
        assertThat(expiry("rtr-listener", "edge")).isEqualTo(SERVER_END);
    }

    @Test
    void redisAndHttpHaveGaugesIfTheyHaveCertificates() throws IOException {
        Path file = folder.resolve("tls.crt");
        copy("server.pem", file, 1);
        bind(Map.of());
        assertThat(registry.getMeters()).isEmpty();

        bind(Map.of(
                "pathproof.redis.tls.certificate",
                file.toString(),
                "server.ssl.bundle",
                "web",
                "spring.ssl.bundle.pem.web.keystore.certificate",
                "file:" + file));
        assertThat(expiry("redis", "")).isEqualTo(SERVER_END);
        assertThat(expiry("http", "")).isEqualTo(SERVER_END);
    }

    @Test
    void theCertificateOfHttpIsAFile() {
        assertThat(CertificateConfiguration.ofHttp(environment(Map.of("server.ssl.certificate", "/etc/tls.crt"))))
                .isEqualTo("/etc/tls.crt");
        assertThat(CertificateConfiguration.ofHttp(environment(Map.of("server.ssl.certificate", "classpath:tls.crt"))))
                .isEmpty();
        assertThat(CertificateConfiguration.ofHttp(
                        environment(Map.of("server.ssl.certificate", "-----BEGIN CERTIFICATE-----"))))
                .isEmpty();
    }

    private void bind(Map<String, Object> settings) {
        new CertificateConfiguration().commonCertificates(environment(settings)).bindTo(registry);
    }

    private static StandardEnvironment environment(Map<String, Object> settings) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        return environment;
    }

    private double expiry(String use, String name) {
        return registry.get(CommonMetricNames.CERTIFICATE_EXPIRES)
                .tags(MetricLabels.USE, use, MetricLabels.NAME, name)
                .gauge()
                .value();
    }

    /** Replaces a file, with its own time of change. */
    private static void copy(String resource, Path file, long second) throws IOException {
        try (InputStream in = Objects.requireNonNull(CertificateMetersTest.class.getResourceAsStream(resource))) {
            Files.write(file, in.readAllBytes());
        }
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(second)));
    }
}
