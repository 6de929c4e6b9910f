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

    /** All addresses of this machine. */
    static final InetAddress ANY = new InetSocketAddress(0).getAddress();

    private Ports() {}

    /** Returns a port of 127.0.0.1 without a listener. */
    static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free TCP port on " + LOOPBACK, e);
        }
    }

    /** Returns true if a port is free on all addresses. */
    static boolean isFree(int port) {
        return isFree(ANY, port);
    }

    /** Returns true if a port is free on an address. */
    static boolean isFree(InetAddress address, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
