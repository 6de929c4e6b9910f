// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pathproof.transport.Endpoint;

/** A listener on plain TCP behind a relay, in the role of a program without other transports. */
public final class TcpSink implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final BlockingQueue<Socket> arrived = new LinkedBlockingQueue<>();
    private final List<Socket> taken = new ArrayList<>();

    /** Starts to accept connections. */
    public TcpSink() throws IOException {
        Thread.ofVirtual().start(this::accept);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setSoTimeout((int) LIMIT.toMillis());
                arrived.add(socket);
            } catch (IOException e) {
                return; // the test has ended
            }
        }
    }

    /** Returns the endpoint of the listener, for the settings of a relay. */
    public Endpoint endpoint() {
        return new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", server.getLocalPort());
    }

    /** Waits for the next connection. The sink closes the connection at the end of the test. */
    public Socket arrival() throws InterruptedException {
        Socket socket = arrived.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(socket).as("connection to the sink").isNotNull();
        taken.add(socket);
        return socket;
    }

    /** Returns the connections that no test has taken, and forgets them. */
    List<Socket> takeUnexpected() {
        List<Socket> sockets = new ArrayList<>();
        arrived.drainTo(sockets);
        taken.addAll(sockets);
        return sockets;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : taken) {
            socket.close();
        }
    }
}
