// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import org.pathproof.standalone.console.StartFailure;

/** TCP ports of this machine. */
public final class Ports {
    /** Address that only this machine reaches. */
    public static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    /** All addresses of this machine. */
    public static final InetAddress ANY = new InetSocketAddress(0).getAddress();

    private static final int LOWEST_FREE = 16_384;

    /** Default lower bound of {@code net.ipv4.ip_local_port_range} on Linux. */
    private static final int LOWEST_OUTGOING = 32_768;

    private static final int ATTEMPTS = 1_000;

    private Ports() {}

    /**
     * Returns a port without a listener on any address. The port is below the range from which Linux takes the local
     * ports of outgoing connections, so that such a connection does not take it before the caller listens.
     *
     * @throws StartFailure if {@value #ATTEMPTS} random ports are in use
     */
    public static int free() {
        return ThreadLocalRandom.current()
                .ints(ATTEMPTS, LOWEST_FREE, LOWEST_OUTGOING)
                .filter(Ports::isFree)
                .findFirst()
                .orElseThrow(() -> new StartFailure("no free TCP port in " + ATTEMPTS + " random ports of "
                        + LOWEST_FREE + ".." + (LOWEST_OUTGOING - 1)));
    }

    /** Returns true if a port is free on all addresses. */
    public static boolean isFree(int port) {
        return isFree(ANY, port);
    }

    /** Returns true if a port is free on an address. */
    public static boolean isFree(InetAddress address, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
