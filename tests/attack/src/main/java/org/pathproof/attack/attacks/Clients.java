// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** HTTP connections from several local addresses, with control over every byte. */
final class Clients implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MS = 5_000;
    private static final int READ_TIMEOUT_MS = 10_000;

    private final InetSocketAddress server;
    private final List<Socket> sockets = new ArrayList<>();
    private int refused;

    Clients(InetSocketAddress server) {
        this.server = server;
    }

    /** Opens a connection and sends the first bytes. Counts a connection that the server refuses. */
    void open(String from, String bytes) {
        Socket socket = new Socket();
        sockets.add(socket);
        try {
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            socket.connect(server, CONNECT_TIMEOUT_MS);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            refused++;
        }
    }

    /** Sends further bytes on every connection that is still open. */
    void trickle(String bytes) {
        for (Socket socket : sockets) {
            try {
                socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                refused++; // the server has closed this connection
            }
        }
    }

    /** Returns the number of connections and writes that the server refused. */
    int refused() {
        return refused;
    }

    /**
     * Sends a GET from another address. Returns the status line.
     *
     * @throws IOException if there is no response within 10 s
     */
    static String get(InetSocketAddress server, String from, String path) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            socket.connect(server, CONNECT_TIMEOUT_MS);
            socket.setSoTimeout(READ_TIMEOUT_MS);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int end = response.indexOf('\r');
            return end < 0 ? response : response.substring(0, end);
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
