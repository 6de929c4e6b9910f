// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.routers;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpFramer;
import org.pathproof.wire.bmp.BmpMessage;

/** A BMP collector that stores the messages of all connections, in order. */
final class BmpListener implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final BlockingQueue<BmpMessage> messages = new LinkedBlockingQueue<>();

    BmpListener() throws IOException {
        Thread.ofVirtual().start(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    BmpMessage next() throws InterruptedException {
        BmpMessage message = messages.poll(20, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("no further message within 20 s");
        }
        return message;
    }

    <M extends BmpMessage> M next(Class<M> kind) throws InterruptedException {
        BmpMessage message = next();
        while (!kind.isInstance(message)) {
            message = next();
        }
        return kind.cast(message);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void accept() {
        try {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    read(new DataInputStream(socket.getInputStream()));
                }
            }
        } catch (IOException e) {
            if (!server.isClosed()) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    private void read(DataInputStream in) throws IOException {
        try {
            while (true) {
                byte[] header = in.readNBytes(BmpFramer.HEADER_LENGTH);
                if (header.length < BmpFramer.HEADER_LENGTH) {
                    return;
                }
                int length =
                        BmpFramer.messageLength(Bytes.wrap(header), 1 << 20).orThrow();
                byte[] body = new byte[length - header.length];
                in.readFully(body);
                messages.add(BmpCodec.decode(Bytes.wrap(header).concat(Bytes.wrap(body)))
                        .orThrow());
            }
        } catch (EOFException | java.net.SocketException e) {
            return; // the router closed the connection
        }
    }
}
