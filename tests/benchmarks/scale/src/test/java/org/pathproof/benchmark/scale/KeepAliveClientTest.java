// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeepAliveClientTest {
    private static final String BODY = "0123456789".repeat(2_000);

    private final Set<Integer> ports = ConcurrentHashMap.newKeySet();
    private final HttpServer server;
    private final KeepAliveClient client;

    KeepAliveClientTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        client = new KeepAliveClient(server.getAddress().getPort());
    }

    @BeforeEach
    void answer() {
        server.createContext("/", exchange -> {
            ports.add(exchange.getRemoteAddress().getPort());
            String path = exchange.getRequestURI().getPath();
            if (path.equals("/last")) {
                exchange.getResponseHeaders().set("Connection", "close");
            }
            byte[] body = BODY.getBytes(StandardCharsets.US_ASCII);
            // Length 0 makes the server send chunks.
            exchange.sendResponseHeaders(path.equals("/none") ? 404 : 200, path.equals("/chunks") ? 0 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() {
        client.close();
        server.stop(0);
    }

    @Test
    void readsBodiesWithALengthAndInChunksOnOneConnection() throws IOException {
        for (String path : new String[] {"/length", "/chunks", "/length"}) {
            assertThat(client.get(path).text()).isEqualTo(BODY);
        }
        assertThat(client.get("/none").status()).isEqualTo(404);
        assertThat(ports).hasSize(1);
    }

    @Test
    void connectsAgainAfterTheLastResponseOfAConnection() throws IOException {
        assertThat(client.get("/last").text()).isEqualTo(BODY);
        assertThat(client.get("/length").text()).isEqualTo(BODY);
        assertThat(ports).hasSize(2);
    }

    @Test
    void failsWithoutAServer() {
        server.stop(0);
        assertThatThrownBy(() -> client.get("/length")).isInstanceOf(IOException.class);
    }
}
