// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The TCP connection of a router to its BMP collector (RFC 7854 section 3.2): the collector never says anything. */
final class BmpConnection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BmpConnection.class);
    private static final int CONNECT_TIMEOUT_MS = 5_000;
    private static final int BUFFER = 1 << 16;

    private final Socket socket;
    private final OutputStream out;

    private BmpConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
    }

    static BmpConnection open(InetSocketAddress collector) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(collector, CONNECT_TIMEOUT_MS);
            return new BmpConnection(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends a message, at the latest with the next {@link #flush}; waits while the collector does not read. */
    void send(BmpMessage message) throws IOException {
        out.write(BmpCodec.encode(message).toArray());
    }

    void flush() throws IOException {
        out.flush();
    }

    /** Waits until the connection is gone. */
    void awaitEnd() {
        try {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            log.trace("The connection ended impolitely", e);
        }
    }

    /** Ends it by a TCP reset, as a router that crashes. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
