// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** TCP ports of this machine. */
final class Ports {
    static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private Ports() {}

    /** A port of 127.0.0.1 that nobody listens on now. */
    static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free TCP port on " + LOOPBACK, e);
        }
    }

    /** Whether a server could listen on a port, on all addresses. */
    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
