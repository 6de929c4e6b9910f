// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.keysync.settings.CertificateSettings;
import org.pathproof.keysync.settings.KeySyncSettings;
import org.pathproof.routerfeeds.settings.DerivedOriginSettings;
import org.springframework.boot.context.properties.bind.Binder;

/** Tests the descriptions of the listener for derived VRPs, and of the sources of RPKI data. */
final class SiteDescriptionTest {
    private static DerivedOriginSettings derived(int port) {
        return new DerivedOriginSettings(port, "127.0.0.1", Duration.ofSeconds(1), "", 1);
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

    @Test
    void namesRouterCertificatesAsSource() {
        KeySyncSettings without = new Binder().bindOrCreate("pathproof.key-sync", KeySyncSettings.class);
        CertificateSettings certificates = new CertificateSettings(
                List.of("/etc/routers"), List.of("/etc/anchor.cer"), List.of(), false, Duration.ofDays(14));
        assertThat(SiteDescription.sources(without, CertificateSettings.NONE)).startsWith("none");
        assertThat(SiteDescription.sources(without, certificates)).isEqualTo("router certificates of /etc/routers");
    }
}
