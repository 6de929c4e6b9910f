// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ActuatorClient;
import org.pathproof.harness.Ports;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests the roles of the actuator, and the revocation of a token without a restart. */
final class ActuatorAccessTest {
    @TempDir
    private Path folder;

    @Test
    void everyEndpointRequiresItsRoleAndRevokedTokensAreRefused() {
        try (ActuatorClient client = new ActuatorClient(folder);
                ConfigurableApplicationContext context = new SpringApplicationBuilder(CollectorApplication.class)
                        .properties("spring.config.name=collector")
                        .run(Stream.of(client.settings(), own())
                                .flatMap(Stream::of)
                                .toArray(String[]::new))) {
            client.connect(context.getEnvironment().getRequiredProperty("local.server.port"));
            assertThat(client.wrongCells()).isEmpty();
            assertThat(client.health("none")).doesNotContain("components");
            assertThat(client.health("reader")).contains("components", "accessTokens");

            client.accept(List.of("reader", "operator"));
            Map<String, Integer> revoked = Map.of("none", 401, "reader", 200, "operator", 200, "admin", 401);
            assertThat(client.statusByRole()).isEqualTo(revoked);
            client.accept(List.of());
            assertThat(client.statusByRole()).as("the file is not usable").isEqualTo(revoked);
            assertThat(client.health("reader")).contains("it has no pathproof.api.tokens");
        }
    }

    private String[] own() {
        return new String[] {
            "--pathproof.collector.bmp-port=0", "--pathproof.kafka.bootstrap-servers=127.0.0.1:" + Ports.free()
        };
    }
}
