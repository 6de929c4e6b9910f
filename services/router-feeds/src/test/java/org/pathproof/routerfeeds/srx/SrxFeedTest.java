// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.srx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.routerfeeds.runtime.FeedLatency;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.srx.SrxCodec;
import org.pathproof.wire.srx.SrxPdu;

class SrxFeedTest {
    @Test
    void doesNotListenWithoutAPort() {
        try (MemoryRpkiSource rpki = new MemoryRpkiSource(1)) {
            SrxFeed srx = srx(-1, 4, rpki);
            srx.start();
            assertThat(srx.isRunning()).isFalse();
            assertThat(srx.health()).isEmpty();
        }
    }

    @Test
    void healthFailsAtTheMaximumNumberOfRouters() throws IOException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (MemoryRpkiSource rpki = new MemoryRpkiSource(1)) {
            SrxFeed srx = srx(0, 1, rpki);
            srx.bindTo(registry);
            srx.start();
            assertThat(srx.health().orElseThrow().ok()).isTrue();
            try (Socket router = new Socket(InetAddress.getLoopbackAddress(), srx.port())) {
                router.getOutputStream()
                        .write(SrxCodec.encode(new SrxPdu.Hello(SrxPdu.VERSION, 0, 65537, List.of(65536L)))
                                .toArray());
                byte[] response = new byte[16];
                new DataInputStream(router.getInputStream()).readFully(response);
                assertThat(SrxCodec.decode(Bytes.wrap(response)).orThrow()).isInstanceOf(SrxPdu.HelloResponse.class);
                assertThat(registry.get(FeedMetricNames.SRX_PROXIES).gauge().value())
                        .isEqualTo(1);
                assertThat(srx.health().orElseThrow().ok()).isFalse();
                assertThat(srx.health().orElseThrow().message()).contains("pathproof.policy-api.srx.max-proxies");
                try (Socket refused = new Socket(InetAddress.getLoopbackAddress(), srx.port())) {
                    assertThat(refused.getInputStream().read()).isEqualTo(-1);
                }
                assertThat(registry.get(FeedMetricNames.SRX_REFUSED)
                                .functionCounter()
                                .count())
                        .isEqualTo(1);
            }
            await().until(() -> srx.health().orElseThrow().ok());
            srx.stop();
            assertThat(srx.isRunning()).isFalse();
        }
    }

    private static SrxFeed srx(int port, int maxProxies, MemoryRpkiSource rpki) {
        return new SrxFeed(
                new SrxSettings("127.0.0.1", port, maxProxies, maxProxies, 1_000, Duration.ofMinutes(1)),
                rpki,
                new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem())),
                FeedLatency.NONE);
    }
}
