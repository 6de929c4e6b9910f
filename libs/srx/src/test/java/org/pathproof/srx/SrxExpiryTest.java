// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.wire.srx.SrxDefaults;
import org.pathproof.wire.srx.SrxFlags;
import org.pathproof.wire.srx.SrxPdu;
import org.pathproof.wire.srx.SrxResults;

/** Tests that no result stands after the RPKI set has expired. */
class SrxExpiryTest {
    private static final int PATH_WITH_RECEIPT = SrxFlags.PATH | SrxFlags.RECEIPT;
    private static final SrxDefaults PROPOSAL = new SrxDefaults(
            SrxDefaults.SOURCE_ROUTER,
            SrxDefaults.SOURCE_ROUTER,
            SrxDefaults.SOURCE_ROUTER,
            new SrxResults(SrxResults.NOT_FOUND, SrxResults.INVALID, SrxResults.UNDEFINED));

    private final MemoryRpkiSource rpki = new MemoryRpkiSource(7);
    private SrxServer server;

    @BeforeEach
    void start() throws IOException {
        SrxServerSettings settings = new SrxServerSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                8,
                8,
                1_000,
                16,
                10_000,
                Duration.ofSeconds(30),
                Duration.ofMinutes(15));
        server = new SrxServer(
                        settings,
                        rpki,
                        new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem())),
                        SrxServerListener.NONE)
                .start();
        rpki.replace(NistUpdates.keys());
        rpki.setExpires(inAnHour());
    }

    @AfterEach
    void stop() {
        server.close();
        rpki.close();
    }

    private static Instant inAnHour() {
        return Instant.now().plus(Duration.ofHours(1));
    }

    private static SrxPdu.VerifyRequest request(int index) {
        return NistUpdates.requests(PATH_WITH_RECEIPT, PROPOSAL, NistUpdates.RECEIVER)
                .get(index);
    }

    private static int path(TestProxy proxy) throws IOException {
        return proxy.read(SrxPdu.VerifyNotification.class).results().path();
    }

    @Test
    void aResultIsUndefinedWhileTheSetIsExpired() throws IOException {
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            proxy.send(request(0));
            assertThat(path(proxy)).isEqualTo(SrxResults.VALID);
            rpki.setExpires(Instant.now());
            assertThat(path(proxy)).isEqualTo(SrxResults.UNDEFINED);
            proxy.send(request(0));
            assertThat(path(proxy)).as("proposal of the router").isEqualTo(SrxResults.INVALID);
            rpki.setExpires(inAnHour());
            assertThat(path(proxy)).isEqualTo(SrxResults.VALID);
        }
    }

    @Test
    void aRequestAfterTheExpiryHasItsResultWhenASourceIsBack() throws IOException {
        rpki.setExpires(Instant.now());
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            proxy.send(request(1));
            assertThat(path(proxy)).as("proposal of the router").isEqualTo(SrxResults.INVALID);
            rpki.setExpires(inAnHour());
            assertThat(path(proxy)).isEqualTo(SrxResults.VALID);
        }
    }

    @Test
    void aChangeOfTheExpiredSetMakesNoResultValid() throws IOException {
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            proxy.send(request(0));
            assertThat(path(proxy)).isEqualTo(SrxResults.VALID);
            rpki.setExpires(Instant.now());
            assertThat(path(proxy)).isEqualTo(SrxResults.UNDEFINED);
            rpki.replace(List.of());
            rpki.setExpires(inAnHour());
            assertThat(path(proxy)).isEqualTo(SrxResults.INVALID);
        }
    }
}
