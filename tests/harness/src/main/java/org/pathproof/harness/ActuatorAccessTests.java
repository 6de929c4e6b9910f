// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the roles of a service's actuator, and the revocation of a token without a restart. The test class of each
 * service extends this class and starts the service.
 */
public abstract class ActuatorAccessTests {
    @TempDir
    Path folder;

    /**
     * A running service.
     *
     * @param port HTTP port of the service
     * @param stop stops the service
     */
    public record Service(String port, Runnable stop) implements AutoCloseable {
        @Override
        public void close() {
            stop.run();
        }
    }

    /**
     * Returns the settings that this service needs, each as {@code --name=value}.
     *
     * @param data empty folder for data
     */
    protected abstract List<String> settings(Path data);

    /** Starts the service with command line arguments. */
    protected abstract Service start(String[] arguments);

    @Test
    void everyEndpointRequiresItsRoleAndRevokedTokensAreRefused() {
        try (ActuatorClient client = new ActuatorClient(folder);
                Service service = start(arguments(client))) {
            client.connect(service.port());
            assertEquals(List.of(), client.wrongCells());
            assertFalse(client.health("none").contains("components"));
            String health = client.health("reader");
            assertTrue(health.contains("components") && health.contains("accessTokens"), health);

            client.accept(List.of("reader", "operator"));
            Map<String, Integer> revoked = Map.of("none", 401, "reader", 200, "operator", 200, "admin", 401);
            assertEquals(revoked, client.statusByRole());
            client.accept(List.of());
            assertEquals(revoked, client.statusByRole(), "the file is not usable");
            String damaged = client.health("reader");
            assertTrue(damaged.contains("it has no pathproof.api.tokens"), damaged);
        }
    }

    private String[] arguments(ActuatorClient client) {
        return Stream.concat(Stream.of(client.settings()), settings(folder.resolve("data")).stream())
                .toArray(String[]::new);
    }
}
