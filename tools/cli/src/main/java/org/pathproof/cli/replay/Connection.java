// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.replay;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.wire.Bytes;

/**
 * A TCP connection to a collector. BMP is unidirectional (RFC 7854 section 3.2); a thread reads only to detect a close
 * by the collector.
 */
final class Connection implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final int BUFFER = 1 << 16;

    private final Target target;
    private final Socket socket;
    private final OutputStream out;
    private final Consumer<Connection> onClose;
    private final CountDownLatch closedByCollector = new CountDownLatch(1);
    private long sent;

    private Connection(Target target, Socket socket, Consumer<Connection> onClose) throws IOException {
        this.target = target;
        this.onClose = onClose;
        this.socket = socket;
        out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
        Thread.ofVirtual().name("replay-watch").start(this::watch);
    }

    /**
     * Connects to a collector.
     *
     * @param onClose receives the connection when the collector closes it, in another thread
     * @throws CommandFailure if the collector cannot be reached
     */
    static Connection open(Target target, Consumer<Connection> onClose) {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(target.host(), target.port()), CONNECT_TIMEOUT_MILLIS);
            socket.setTcpNoDelay(true);
            return new Connection(target, socket, onClose);
        } catch (UnknownHostException e) {
            throw new CommandFailure("cannot connect to " + target + ": the host is unknown", e);
        } catch (IOException e) {
            throw new CommandFailure("cannot connect to " + target + ": " + e.getMessage(), e);
        }
    }

    /**
     * Sends bytes, which may stay in a buffer until {@link #flush}.
     *
     * @throws CommandFailure if the collector has closed the connection
     */
    void send(Bytes bytes) {
        try {
            out.write(bytes.toArray());
            sent += bytes.length();
        } catch (IOException e) {
            throw failure(e.toString());
        }
    }

    /**
     * Sends buffered bytes.
     *
     * @throws CommandFailure if the collector has closed the connection
     */
    void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw failure(e.toString());
        }
    }

    /**
     * Keeps the connection open for a time, in nanoseconds.
     *
     * @throws CommandFailure as soon as the collector closes the connection
     */
    void stayOpen(long nanos) throws InterruptedException {
        if (closedByCollector.await(nanos, TimeUnit.NANOSECONDS)) {
            throw failure("end of stream");
        }
    }

    /** Sends buffered bytes and closes the sending direction. */
    void finish() {
        flush();
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw failure(e.toString());
        }
    }

    /** Returns the failure to report for a connection that the collector has closed. */
    CommandFailure failure(String how) {
        return new CommandFailure(target + " closed the connection after " + sent + " bytes (" + how + ")");
    }

    private void watch() {
        try {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The connection was reset or closed; the latch reports both.
        } finally {
            closedByCollector.countDown();
            onClose.accept(this);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new CommandFailure("cannot close the connection to " + target + ": " + e.getMessage(), e);
        }
    }
}
