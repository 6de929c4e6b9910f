// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.routers;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TCP connection of a router to a BMP collector (RFC 7854 section 3.2). The collector sends nothing. Messages wait
 * in a buffer of 64 MiB. While a table is sent, the router waits if the buffer is full. At other times, a collector
 * whose buffer is full is disconnected, so that it delays neither the router nor other collectors.
 */
final class BmpConnection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BmpConnection.class);
    private static final int CONNECT_TIMEOUT_MS = 5_000;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final long MAX_WAITING_BYTES = 64L << 20;
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(5);

    private final Socket socket;
    private final OutputStream out;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final long lagNanos;
    private long waitingBytes;
    private boolean writing;
    private @Nullable IOException failure;

    /**
     * A message in the buffer. {@code due} is the earliest time to send the message, as a value of {@link
     * System#nanoTime}.
     */
    private record Waiting(Bytes message, long due) {}

    private BmpConnection(Socket socket, Duration lag) throws IOException {
        this.socket = socket;
        this.out = new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES);
        this.lagNanos = lag.toNanos();
    }

    /** Connects to a collector. Each message is sent {@code lag} after the call that submits it. */
    static BmpConnection open(InetSocketAddress collector, Duration lag) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(collector, CONNECT_TIMEOUT_MS);
            BmpConnection connection = new BmpConnection(socket, lag);
            Thread.ofVirtual().name("bmp-to-" + collector).start(connection::write);
            return connection;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends a message of a table. Waits while the buffer is full. */
    synchronized void sendTable(BmpMessage message) throws IOException {
        try {
            while (waitingBytes > MAX_WAITING_BYTES && failure == null) {
                wait();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        add(message);
    }

    /**
     * Sends a message. Resets the connection if the buffer is full; the router sends all tables after the next
     * connection.
     */
    synchronized void send(BmpMessage message) throws IOException {
        if (waitingBytes > MAX_WAITING_BYTES) {
            reset();
            throw new IOException("the collector is " + waitingBytes + " bytes behind");
        }
        add(message);
    }

    private void add(BmpMessage message) throws IOException {
        if (failure != null) {
            throw failure;
        }
        Bytes encoded = BmpCodec.encode(message);
        waiting.addLast(new Waiting(encoded, System.nanoTime() + lagNanos));
        waitingBytes += encoded.length();
        notifyAll();
    }

    /** Waits until all messages are sent, at most {@link #DRAIN_TIMEOUT}. */
    synchronized void drain() throws IOException {
        long deadline = System.nanoTime() + DRAIN_TIMEOUT.toNanos();
        try {
            while ((waitingBytes > 0 || writing) && failure == null && System.nanoTime() < deadline) {
                wait(100);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private void write() {
        try {
            while (true) {
                byte[] next = next();
                if (next == null) {
                    out.flush();
                    synchronized (this) {
                        writing = false;
                        notifyAll();
                    }
                    continue;
                }
                out.write(next);
            }
        } catch (IOException | InterruptedException e) {
            synchronized (this) {
                failure = e instanceof IOException io ? io : new IOException("interrupted", e);
                waiting.clear();
                notifyAll();
            }
        }
    }

    /** Waits for the next message that is due. Returns null if none is due and the output needs a flush first. */
    private synchronized byte @Nullable [] next() throws IOException, InterruptedException {
        while (true) {
            if (failure != null) {
                throw failure;
            }
            Waiting first = waiting.peekFirst();
            long left = first == null ? 0 : first.due() - System.nanoTime();
            if (first != null && left <= 0) {
                waiting.removeFirst();
                waitingBytes -= first.message().length();
                writing = true;
                notifyAll();
                return first.message().toArray();
            }
            if (writing) {
                return null;
            }
            wait(first == null ? 0 : Math.max(1, left / 1_000_000));
        }
    }

    private static IOException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IOException("interrupted", e);
    }

    /** Waits until the collector closes the connection, or the connection is lost. */
    void awaitEnd() {
        try {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            log.trace("Connection ended with an exception", e);
        }
    }

    /** Closes the connection with a TCP reset, as in a crash of the router. */
    synchronized void reset() throws IOException {
        socket.setSoLinger(true, 0);
        close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        synchronized (this) {
            failure = new IOException("closed");
            waiting.clear();
            notifyAll();
        }
    }
}
