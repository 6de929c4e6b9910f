// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.routerfeeds.settings.RtrSettings;
import org.pathproof.rpki.MemoryRpkiSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Tests the limits of the RTR server: settings, metrics and health. */
class RtrSessionLimitTest {
    private static RtrSettings settings(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("pathproof.policy-api", RtrSettings.class);
    }

    private static double limited(SimpleMeterRegistry registry, String limit) {
        return registry.get(FeedMetricNames.RTR_CLIENTS_LIMITED)
                .tag("limit", limit)
                .functionCounter()
                .count();
    }

    @Test
    void healthFailsAtTheConnectionLimit() throws IOException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (MemoryRpkiSource source = new MemoryRpkiSource(1)) {
            RtrListeners rtr = RtrListeners.genuine(
                    settings(Map.of(
                            "pathproof.policy-api.rtr-bind", "127.0.0.1",
                            "pathproof.policy-api.rtr-port", "0",
                            "pathproof.policy-api.rtr-max-sessions", "2",
                            "pathproof.policy-api.rtr-pdu-timeout", "20s")),
                    new RtrListenersSettings(List.of()),
                    source);
            rtr.bindTo(registry);
            rtr.start();
            InetAddress here = InetAddress.getLoopbackAddress();
            try (Socket one = new Socket(here, rtr.port());
                    Socket two = new Socket(here, rtr.port())) {
                await().until(() -> !rtr.health().orElseThrow().ok());
                assertThat(rtr.health().orElseThrow().message())
                        .contains("has reached its limit of 2 connections", "pathproof.policy-api.rtr-max-sessions");
                try (Socket three = new Socket(here, rtr.port())) {
                    assertThat(three.getInputStream().read()).isEqualTo(-1);
                }
                assertThat(limited(registry, "sessions")).isEqualTo(1);
                assertThat(one.getInputStream().read()).isEqualTo(-1); // disconnected: the client sends no query
                assertThat(two.getInputStream().read()).isEqualTo(-1);
            }
            await().until(() -> rtr.health().orElseThrow().ok());
            await().untilAsserted(
                            () -> assertThat(limited(registry, "first-query")).isEqualTo(2));
            rtr.stop();
        }
    }
}
