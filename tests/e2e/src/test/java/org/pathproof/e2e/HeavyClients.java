// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients that use as many connections as the web server permits. One half has open event streams and the other half
 * has unfinished requests. The clients read no response.
 */
final class HeavyClients implements AutoCloseable {
    /** Number of client addresses. */
    private static final int ADDRESSES = 10;
    /** Number of event streams of each address: the default of pathproof.policy-api.event-clients-per-address. */
    private static final int STREAMS = 100;

    private static final int CONNECT_TIMEOUT_MS = 5_000;
    private static final String UNFINISHED = "GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    private static final String STREAM = UNFINISHED + "\r\n";

    private static final Logger log = LoggerFactory.getLogger(HeavyClients.class);

    private final InetSocketAddress server;
    private final List<Socket> sockets = new ArrayList<>();

    /** @param port HTTP port on 127.0.0.1 */
    HeavyClients(int port) {
        server = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    /** Opens the connections. Returns early if the server accepts no further connection. */
    void open() {
        try {
            for (String request : new String[] {STREAM, UNFINISHED}) {
                for (int address = 1; address <= ADDRESSES; address++) {
                    for (int i = 0; i < STREAMS; i++) {
                        open(InetAddress.ofLiteral("127.0.1." + address), request);
                    }
                }
            }
        } catch (IOException e) {
            log.info("no further connection: connections={} reason=\"{}\"", sockets.size(), e.getMessage());
        }
    }

    private void open(InetAddress client, String request) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.bind(new InetSocketAddress(client, 0));
        socket.connect(server, CONNECT_TIMEOUT_MS);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
