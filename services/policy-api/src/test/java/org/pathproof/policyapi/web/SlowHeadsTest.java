// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.access.http.HealthConnector;
import org.pathproof.policyapi.RunningApi;

/** Tests clients that send request heads slowly, and more connections than the limits. */
final class SlowHeadsTest {
    private static final String GET = "GET /actuator/health/liveness HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    private static final int MAX_CONNECTIONS = 30;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(
                "pathproof.http.head-time=2s",
                "pathproof.http.max-connections-per-address=10",
                "pathproof.http.health-port=0",
                "server.tomcat.max-connections=" + MAX_CONNECTIONS);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    /** Sends a byte each 100 ms. Without the limit, the connections would stay as long as the client likes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: localhost\r\nX-a: ",
                "GET /",
                // A body that nothing reads, which Tomcat discards after the response.
                "GET /actuator/health/liveness HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n",
                "POST /api/v1/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n",
            })
    void aTricklingClientIsDisconnected(String head) throws IOException {
        try (RawHttp http = new RawHttp("127.0.0.4", api.port())) {
            http.send(head);
            await().pollInterval(Duration.ofMillis(100))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> isRefused(http));
        }
    }

    /** Returns true when a write fails, because the server has closed the connection. */
    private static boolean isRefused(RawHttp http) {
        try {
            http.send("a");
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void aKeptConnectionServesRequestsBeyondTheHeadTime() throws IOException {
        try (RawHttp http = new RawHttp("127.0.0.5", api.port())) {
            for (int i = 0; i < 4; i++) {
                assertThat(http.send(GET).answer().status()).isEqualTo(200);
                await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
            }
        }
    }

    @Test
    void manyConnectionsOfOneAddressSilenceNobody() throws IOException {
        List<RawHttp> trickling = new ArrayList<>();
        try {
            for (int i = 0; i < 5 * MAX_CONNECTIONS; i++) {
                trickling.add(new RawHttp("127.0.0.6", api.port()));
            }
            for (int i = 0; i < 5; i++) {
                try (RawHttp other = new RawHttp("127.0.0.7", api.port())) {
                    assertThat(other.send(GET).answer().status()).isEqualTo(200);
                }
            }
            // Refused connections must not stay open, because Tomcat counts them, too.
            await().pollInterval(Duration.ofMillis(100))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> trickling.stream().allMatch(SlowHeadsTest::isRefused));
        } finally {
            for (RawHttp http : trickling) {
                http.close();
            }
        }
    }

    /** As many addresses as the connector has connections silence it. They do not silence the connector of health. */
    @Test
    void healthAnswersWhileTheMainConnectorIsFull() throws IOException {
        int health = api.bean(HealthConnector.class).port();
        List<RawHttp> trickling = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * MAX_CONNECTIONS; i++) {
                RawHttp http = new RawHttp("127.0.1." + (i + 1), api.port());
                trickling.add(http);
            }
            for (String path : List.of("/actuator/health/liveness", "/actuator/health/readiness", "/api/v1/health")) {
                try (RawHttp http = new RawHttp("127.0.0.8", health)) {
                    http.send("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
                    assertThat(http.answer().status()).as(path).isIn(200, 503); // 503: no router is connected
                }
            }
        } finally {
            for (RawHttp http : trickling) {
                http.close();
            }
        }
    }

    /** Requests that need much time occupy all carriers of virtual threads. Probes have threads of their own. */
    @Test
    void healthAnswersWhileAllCarriersAreBusy() throws IOException {
        AtomicBoolean done = new AtomicBoolean();
        try {
            for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
                Thread.ofVirtual().start(() -> {
                    while (!done.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            try (RawHttp http =
                    new RawHttp("127.0.0.8", api.bean(HealthConnector.class).port())) {
                assertThat(http.send(GET).answer().status()).isEqualTo(200);
            }
        } finally {
            done.set(true);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "200, /actuator/health/liveness",
        "503, /api/v1/health", // no router is connected
        "200, /actuator/prometheus",
        "404, /api/v1/summary",
        "404, /",
        "404, /api/v1/%65vents",
    })
    void theHealthPortServesHealthAndMetricsOnly(int status, String path) {
        int health = api.bean(HealthConnector.class).port();
        assertThat(api.getUri("http://127.0.0.1:" + health + path).statusCode()).isEqualTo(status);
        if (status != 404) {
            assertThat(api.get(path).statusCode()).as("main port").isEqualTo(status);
        }
    }
}
