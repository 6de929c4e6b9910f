// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.FileSystemResource;

/** The services start on one machine with their default settings: no two listen on the same HTTP port. */
final class HttpPortsTest {
    private static final List<String> SERVICES = List.of("policy-api", "collector", "validator", "key-sync");

    @Test
    void everyServiceHasAPortOfItsOwn() throws IOException {
        List<Object> ports = new ArrayList<>();
        for (String service : SERVICES) {
            ports.add(new YamlPropertySourceLoader()
                    .load(
                            service,
                            new FileSystemResource(ReferencePage.root()
                                    .resolve("services/" + service + "/src/main/resources/" + service + ".yaml")))
                    .getFirst()
                    .getProperty("server.port"));
        }

        assertThat(ports).containsExactly(8080, 8081, 8082, 8083);
    }
}
