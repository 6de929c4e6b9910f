// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** TCP ports of 127.0.0.1. */
public final class Ports {
    private static final int CONNECT_TIMEOUT_MS = 500;

    private Ports() {}

    /** Returns a port that is free now. Another process may take it before the caller does. */
    public static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
