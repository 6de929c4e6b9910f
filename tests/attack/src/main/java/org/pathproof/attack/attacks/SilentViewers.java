// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.pathproof.attack.check.HealthWatch;

/**
 * Connects clients of the event stream that subscribe with costly filters and never read. The table must keep up with
 * the routers.
 */
final class SilentViewers implements Attack {
    private static final int CLIENTS = 990;
    /** Number of client addresses. One address may have at most 100 clients of the stream. */
    private static final int ADDRESSES = 10;

    /** Largest permitted delay of the table, in seconds. */
    private static final int MAX_BEHIND_S = 10;

    /** Longer than MAX_BEHIND_S, so that a table that stands still exceeds it. */
    private static final Duration STAY_DURATION = Duration.ofSeconds(20);

    private static final int SMALL_BUFFER = 4_096;

    @Override
    public String name() {
        return "silent-viewers";
    }

    @Override
    public boolean requiresHealthOk() {
        return false;
    }

    @Override
    public void run(Target target, Consumer<String> faults) throws IOException, InterruptedException {
        List<Socket> viewers = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                Socket socket = new Socket();
                viewers.add(socket);
                socket.setReceiveBufferSize(SMALL_BUFFER);
                socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.2." + (1 + i % ADDRESSES)), 0));
                try {
                    socket.connect(target.site().httpAddress(), 5_000);
                    socket.getOutputStream()
                            .write(("GET /api/v1/events?asn=" + (64_600 + i % 100)
                                            + "&state=NOT_VALID,VALID HTTP/1.1\r\n"
                                            + "Host: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
                } catch (SocketTimeoutException e) {
                    // The server has reached its connection limit. Further connections stay in its queue.
                    break;
                }
            }
            long end = System.nanoTime() + STAY_DURATION.toNanos();
            target.site()
                    .await(
                            "the end of 20 s without reading",
                            STAY_DURATION.multipliedBy(2),
                            () -> System.nanoTime() - end >= 0);
            double worst = target.watch().of(name()).stream()
                    .mapToDouble(HealthWatch.Sample::behind)
                    .filter(behind -> !Double.isNaN(behind))
                    .max()
                    .orElse(Double.NaN);
            if (!(worst < MAX_BEHIND_S)) {
                faults.accept("with " + viewers.size() + " event clients that do not read, the table was " + worst
                        + " s behind the routers");
            }
        } finally {
            for (Socket viewer : viewers) {
                viewer.close();
            }
        }
    }
}
