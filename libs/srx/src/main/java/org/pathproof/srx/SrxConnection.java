// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.srx.SrxCodec;
import org.pathproof.wire.srx.SrxPdu;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TCP connection of one proxy: a reader thread and a writer thread. The reader stops while too many PDUs wait for
 * the {@link MonitorThread}. A proxy that reads too slowly is disconnected when too many PDUs wait for it.
 */
final class SrxConnection implements ProxyOutput {
    private static final Logger log = LoggerFactory.getLogger(SrxConnection.class);

    private static final int CLOSING_TIMEOUT_SECONDS = 5;

    private final Socket socket;
    private final String peer;
    private final SrxServerSettings settings;
    private final MonitorThread monitor;
    private final Semaphore pending;
    private final BlockingQueue<SrxPdu> queue;
    private final AtomicReference<@Nullable String> closing = new AtomicReference<>();
    private final ProxySession session = new ProxySession(this);

    SrxConnection(Socket socket, SrxServerSettings settings, MonitorThread monitor) {
        this.socket = socket;
        this.peer = socket.getInetAddress().getHostAddress() + ":" + socket.getPort();
        this.settings = settings;
        this.monitor = monitor;
        this.pending = new Semaphore(settings.maxPendingRequests());
        this.queue = new LinkedBlockingQueue<>(settings.maxQueuedPdus());
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public void send(SrxPdu pdu) {
        if (!queue.offer(pdu)) {
            cutOff("the proxy does not read: " + settings.maxQueuedPdus() + " PDUs wait for it");
        }
    }

    @Override
    public void close(String why) {
        closing.compareAndSet(null, why);
    }

    /** Closes the socket at once. */
    void cutOff(String why) {
        closing.compareAndSet(null, why);
        try {
            socket.close();
        } catch (IOException e) {
            log.debug("Closing {}", socket, e);
        }
    }

    /**
     * Serves the proxy until the connection ends.
     *
     * @return the reason of the end
     */
    String serve() {
        Thread writer = Thread.ofVirtual().name("srx-writer").start(this::write);
        CountDownLatch disconnected = new CountDownLatch(1);
        String why;
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) settings.handshakeTimeout().toMillis());
            why = read();
        } catch (IOException e) {
            why = "connection failed: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            why = "the server stops";
        } finally {
            monitor.disconnected(session, disconnected::countDown);
        }
        try {
            // The last PDUs of the monitor, such as an Error, are sent before the socket is closed.
            if (disconnected.await(CLOSING_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                writer.join(Duration.ofSeconds(CLOSING_TIMEOUT_SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        cutOff(why);
        writer.interrupt();
        String reason = closing.get();
        return reason == null ? why : reason;
    }

    private String read() throws IOException, InterruptedException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
        byte[] header = new byte[SrxCodec.HEADER_LENGTH];
        while (closing.get() == null) {
            try {
                in.readFully(header);
            } catch (EOFException e) {
                return "the proxy closed the connection";
            }
            switch (SrxCodec.messageLength(Bytes.wrap(header))) {
                case Decoded.Damaged<Integer>(var error, var _) -> {
                    monitor.damaged(session, error);
                    return error.where() + ": " + error.message();
                }
                case Decoded.Ok<Integer>(Integer length) -> {
                    byte[] pdu = new byte[length];
                    System.arraycopy(header, 0, pdu, 0, header.length);
                    in.readFully(pdu, header.length, length - header.length);
                    if (!handle(Bytes.wrap(pdu))) {
                        return "damaged PDU";
                    }
                }
            }
        }
        return "closed";
    }

    private boolean handle(Bytes bytes) throws IOException, InterruptedException {
        switch (SrxCodec.decode(bytes)) {
            case Decoded.Damaged<SrxPdu>(var error, var _) -> {
                monitor.damaged(session, error);
                return false;
            }
            case Decoded.Ok<SrxPdu>(SrxPdu pdu) -> {
                while (!pending.tryAcquire(1, TimeUnit.SECONDS)) {
                    if (closing.get() != null) {
                        return false;
                    }
                }
                monitor.received(session, pdu, pending::release);
                socket.setSoTimeout(0);
                return true;
            }
        }
    }

    private void write() {
        try {
            OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 14);
            while (true) {
                SrxPdu pdu = queue.poll();
                if (pdu == null) {
                    out.flush();
                    if (closing.get() != null) {
                        break;
                    }
                    pdu = queue.poll(100, TimeUnit.MILLISECONDS);
                }
                if (pdu != null) {
                    out.write(SrxCodec.encode(pdu).toArray());
                }
            }
            socket.shutdownOutput();
            socket.shutdownInput();
        } catch (IOException e) {
            cutOff("writing failed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
