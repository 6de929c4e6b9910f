// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Opens event streams by a path with an encoded letter, and requests for exports and for origin validation whose bodies
 * arrive slowly. Other addresses must get responses from the API, the dashboard and health all the time.
 */
final class EncodedPaths implements Attack {
    private static final int STREAMS = 34;
    private static final int SLOW_BODIES = 40;
    private static final Duration DURATION = Duration.ofSeconds(10);
    private static final List<String> PATHS =
            List.of("/api/v1/summary", "/", "/api/v1/export/frr", "/api/v1/health", "/actuator/health/liveness");

    @Override
    public String name() {
        return "encoded-paths";
    }

    @Override
    public boolean requiresHealthOk() {
        return true;
    }

    @Override
    public void run(Target target, Consumer<String> faults) throws IOException, InterruptedException {
        InetSocketAddress http = target.site().httpAddress();
        try (Clients streams = new Clients(http);
                Clients bodies = new Clients(http)) {
            for (int i = 0; i < STREAMS; i++) {
                streams.open(
                        "127.0.3." + (1 + i % 2),
                        "GET /api/v1/%65vents?router=nosuch HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
            }
            for (int i = 0; i < SLOW_BODIES; i++) {
                bodies.open(
                        "127.0.3." + (3 + i % 3),
                        i % 2 == 0
                                ? "POST /api/v1/%65xport/frr HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain"
                                        + "\r\nContent-Length: 1000000\r\n\r\n"
                                : "POST /validity HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json"
                                        + "\r\nContent-Length: 1000000\r\n\r\n");
            }
            long end = System.nanoTime() + DURATION.toNanos();
            while (System.nanoTime() - end < 0) {
                bodies.trickle(" ");
                for (String path : PATHS) {
                    String status = Clients.get(http, "127.0.3.9", path);
                    if (!status.contains(" 200")) {
                        faults.accept("another address got '" + status + "' for " + path);
                        return;
                    }
                }
            }
        }
    }
}
