// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

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
 * The TCP connection of a router to a BMP collector (RFC 7854 section 3.2): the collector never says anything. What is to be sent waits
 * in a buffer, as in a router, so that a collector that does not read holds up neither the router nor its other collectors; one that
 * is too far behind is given up.
 */
final class BmpConnection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BmpConnection.class);
    private static final int CONNECT_TIMEOUT_MS = 5_000;
    private static final int BUFFER = 1 << 16;
    private static final long MAX_WAITING = 64L << 20;
    private static final Duration GOODBYE = Duration.ofSeconds(5);

    private final Socket socket;
    private final OutputStream out;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final long lagNanos;
    private long waitingOctets;
    private boolean writing;
    private @Nullable IOException failure;

    /** What is to be sent, and when. */
    private record Waiting(Bytes octets, long due) {}

    private BmpConnection(Socket socket, Duration lag) throws IOException {
        this.socket = socket;
        this.out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
        this.lagNanos = lag.toNanos();
    }

    /** Connects; each message is sent so long after it was given. */
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

    /** Sends a message of a table; waits while the collector is far behind. */
    synchronized void sendTable(BmpMessage message) throws IOException {
        try {
            while (waitingOctets > MAX_WAITING && failure == null) {
                wait();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        add(message);
    }

    /** Sends a message. A collector that is too far behind is disconnected, and will get the whole table. */
    synchronized void send(BmpMessage message) throws IOException {
        if (waitingOctets > MAX_WAITING) {
            reset();
            throw new IOException("the collector is " + waitingOctets + " octets behind");
        }
        add(message);
    }

    private void add(BmpMessage message) throws IOException {
        if (failure != null) {
            throw failure;
        }
        Bytes octets = BmpCodec.encode(message);
        waiting.addLast(new Waiting(octets, System.nanoTime() + lagNanos));
        waitingOctets += octets.length();
        notifyAll();
    }

    /** Waits a little until everything was sent. */
    synchronized void drain() throws IOException {
        long deadline = System.nanoTime() + GOODBYE.toNanos();
        try {
            while ((waitingOctets > 0 || writing) && failure == null && System.nanoTime() < deadline) {
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

    /** The next message; null when what was written is to be flushed first, because nothing more is due. */
    private synchronized byte @Nullable [] next() throws IOException, InterruptedException {
        while (true) {
            if (failure != null) {
                throw failure;
            }
            Waiting first = waiting.peekFirst();
            long left = first == null ? 0 : first.due() - System.nanoTime();
            if (first != null && left <= 0) {
                waiting.removeFirst();
                waitingOctets -= first.octets().length();
                writing = true;
                notifyAll();
                return first.octets().toArray();
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

    /** Waits until the connection is gone. */
    void awaitEnd() {
        try {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            log.trace("The connection ended impolitely", e);
        }
    }

    /** Ends it by a TCP reset, as a router that crashes. */
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
