// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Opens more connections than the web server permits, from one address and then from many, and sends request heads byte
 * by byte. Liveness and health must answer other addresses all the time.
 */
final class SlowHeads implements Attack {
    private static final int CONNECTIONS = 2_060;
    private static final int ADDRESSES = 20;
    private static final Duration DURATION = Duration.ofSeconds(8);
    private static final String HEAD = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-a: ";

    @Override
    public String name() {
        return "slow-heads";
    }

    @Override
    public boolean requiresHealthOk() {
        return true;
    }

    @Override
    public void run(Target target, Consumer<String> faults) throws IOException, InterruptedException {
        attack(target, 1, faults);
        attack(target, ADDRESSES, faults);
    }

    private static void attack(Target target, int addresses, Consumer<String> faults) throws IOException {
        InetSocketAddress http = target.site().httpAddress();
        try (Clients clients = new Clients(http)) {
            for (int i = 0; i < CONNECTIONS; i++) {
                clients.open("127.0.4." + (1 + i % addresses), HEAD);
            }
            long end = System.nanoTime() + DURATION.toNanos();
            while (System.nanoTime() - end < 0) {
                clients.trickle("a");
                for (String path : new String[] {"/actuator/health/liveness", "/api/v1/health"}) {
                    String status = Clients.get(http, "127.0.3.9", path);
                    if (!status.contains(" 200")) {
                        faults.accept("with slow heads from " + addresses + " addresses, another address got '" + status
                                + "' for " + path);
                        return;
                    }
                }
            }
            if (clients.refused() == 0) {
                faults.accept("no slow connection of " + addresses + " addresses was closed within "
                        + DURATION.toSeconds() + " s");
            }
        }
    }
}
