// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.policyapi.web.AuditLines;

/**
 * Tests many clients of the event stream that never read, together with one client that reads. Also tests more clients
 * than one address may have.
 */
final class StalledClientsTest {
    private static final int CLIENTS = 200;
    private static final int CHANGES = 2_000;

    @Test
    void stalledClientsDelayNeitherTheStoreNorOtherClients() throws IOException {
        List<Socket> stalled = new ArrayList<>();
        try (RunningApi api = new RunningApi(
                "pathproof.http.max-connections-per-address=" + 2 * CLIENTS,
                "pathproof.policy-api.event-clients-per-address=" + (CLIENTS + 1))) {
            api.putSession(1, session(1, 1, 1));
            for (int i = 0; i < CLIENTS; i++) {
                stalled.add(connect(api));
            }
            EventHub hub = api.bean(EventHub.class);
            await().atMost(Duration.ofSeconds(60)).until(() -> hub.subscribers() == CLIENTS);
            stalled.remove(0).close();
            try (EventStream reader = new EventStream(api, "?state=NOT_VALID", null)) {
                reader.any();
                assertRefused(api);
                for (int i = 0; i < CHANGES; i++) {
                    api.putVerdict(key("10." + i / 250 + "." + i % 250 + ".0/24", 1), valid(65001, 64496));
                }
                api.putVerdict(key("203.0.113.0/24", 1), notValid(1, 65001, 64496));
                api.awaitRoutes(CHANGES + 1);
                assertThat(reader.next().data().get("data").get("announcements").toString())
                        .contains("203.0.113.0/24");
            }
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    private static Socket connect(RunningApi api) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), api.port()));
        socket.getOutputStream()
                .write("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void assertRefused(RunningApi api) {
        HttpResponse<String> refused;
        try (AuditLines audit = new AuditLines()) {
            refused = api.get("/api/v1/events");
            assertThat(audit.lines())
                    .anyMatch(line -> line.startsWith("event=refused status=429 reason=address-streams "));
        }
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(refused.body())
                .contains("the address 127.0.0.1 has as many clients of the event stream as it may have now");
    }
}
