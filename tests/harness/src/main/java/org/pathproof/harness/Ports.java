// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** TCP ports of 127.0.0.1. */
public final class Ports {
    private static final int CONNECT_TIMEOUT_MS = 500;
    private static final int LOWEST_FREE = 16_384;

    /** Default lower bound of {@code net.ipv4.ip_local_port_range} on Linux. */
    private static final int LOWEST_OUTGOING = 32_768;

    private static final int ATTEMPTS = 1_000;

    private Ports() {}

    /**
     * Returns a port that no listener uses now. The port is below the range from which Linux takes the local ports of
     * outgoing connections, so that a client does not take it before the caller listens.
     */
    public static int free() {
        return ThreadLocalRandom.current()
                .ints(ATTEMPTS, LOWEST_FREE, LOWEST_OUTGOING)
                .filter(Ports::isFree)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no free TCP port"));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns true if 127.0.0.1 accepts a connection to the port. */
    public static boolean accepts(int port) {
        return accepts("127.0.0.1", port);
    }

    /** Returns true if a host accepts a connection to the port. */
    public static boolean accepts(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_TIMEOUT_MS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
