// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.random.RandomGenerator;
import org.pathproof.wire.Bytes;

/** The BMP connection of a router to a collector on this machine. */
final class TestRouter implements AutoCloseable {
    private final Socket socket;

    TestRouter(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) CollectorUnderTest.LIMIT.toMillis());
    }

    void send(Bytes... messages) throws IOException {
        for (Bytes message : messages) {
            socket.getOutputStream().write(message.toArray());
        }
    }

    /** Sends bytes in pieces of random size, which split messages. */
    void sendInPieces(byte[] bytes, RandomGenerator random) throws IOException {
        OutputStream out = socket.getOutputStream();
        for (int at = 0; at < bytes.length; ) {
            int piece = Math.min(1 + random.nextInt(3000), bytes.length - at);
            out.write(bytes, at, piece);
            out.flush();
            at += piece;
        }
    }

    /** Waits until the collector closes the connection. */
    void awaitEnd() throws IOException {
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
