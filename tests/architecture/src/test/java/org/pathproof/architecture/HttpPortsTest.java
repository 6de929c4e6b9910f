// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.FileSystemResource;

/** Tests the default HTTP addresses of the services: loopback, with a different port for each service. */
final class HttpPortsTest {
    private static final List<String> SERVICES = List.of("policy-api", "collector", "validator", "key-sync", "history");

    @Test
    void defaultPortsDiffer() throws IOException {
        assertThat(defaults("server.port")).containsExactly(8080, 8081, 8082, 8083, 8084);
    }

    @Test
    void everyServiceListensOnTheLoopbackAddress() throws IOException {
        assertThat(defaults("server.address")).hasSize(SERVICES.size()).containsOnly("127.0.0.1");
    }

    private static List<Object> defaults(String setting) throws IOException {
        List<Object> values = new ArrayList<>();
        for (String service : SERVICES) {
            values.add(new YamlPropertySourceLoader()
                    .load(
                            service,
                            new FileSystemResource(ReferencePage.root()
                                    .resolve("services/" + service + "/src/main/resources/" + service + ".yaml")))
                    .getFirst()
                    .getProperty(setting));
        }
        return values;
    }
}
