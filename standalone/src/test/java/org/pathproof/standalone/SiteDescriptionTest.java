// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.pathproof.policyapi.settings.DerivedOriginSettings;

/** Tests the description of the listener for derived VRPs. */
final class SiteDescriptionTest {
    private static DerivedOriginSettings derived(int port) {
        return new DerivedOriginSettings(port, "127.0.0.1", "", 1);
    }

    @Test
    void namesThePortOfDerivedOrigins() throws IOException {
        try (ServerSocket open = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            int port = open.getLocalPort();
            assertThat(SiteDescription.derivedOrigins(derived(port)))
                    .contains("RTR with derived VRPs on TCP port " + port
                            + " on 127.0.0.1; open to any router, without a password");
        }
        assertThat(SiteDescription.derivedOrigins(derived(0)).orElse("")).contains("any free TCP port (see the log)");
        assertThat(SiteDescription.derivedOrigins(derived(-1))).isEmpty();
    }
}
