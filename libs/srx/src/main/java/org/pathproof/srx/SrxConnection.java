// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.srx.SrxCodec;
import org.pathproof.wire.srx.SrxPdu;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TCP connection of one proxy: a reader thread and a writer thread. The reader stops while too many PDUs wait for
 * the {@link MonitorThread} or for the proxy. A proxy that does not read is disconnected when more than {@link
 * SrxServerSettings#maxQueuedPdus} PDUs wait for it.
 */
final class SrxConnection implements ProxyOutput {
    private static final Logger log = LoggerFactory.getLogger(SrxConnection.class);

    private static final int CLOSING_TIMEOUT_SECONDS = 5;
    /** Number of PDUs that wait for the proxy above which its requests are not read. */
    private static final int MAX_UNREAD_PDUS = 10_000;
    /** Send buffer in the kernel. Without this limit, the kernel may buffer megabytes for a slow proxy. */
    private static final int SEND_BUFFER_BYTES = 128 << 10;

    // A router that disappears without a FIN keeps its proxy identifier for 90 s at most.
    private static final int KEEP_ALIVE_IDLE_SECONDS = 60;
    private static final int KEEP_ALIVE_INTERVAL_SECONDS = 10;
    private static final int KEEP_ALIVE_PROBES = 3;

    private final Socket socket;
    private final String peer;
    private final SrxServerSettings settings;
    private final MonitorThread monitor;
    private final Admission admission;
    private final BlockingQueue<SrxPdu> queue;
    private volatile @Nullable PduReader reader;
    private final AtomicReference<@Nullable String> closing = new AtomicReference<>();
    private final ProxySession session = new ProxySession(this);

    SrxConnection(Socket socket, SrxServerSettings settings, MonitorThread monitor) {
        this.socket = socket;
        this.peer = socket.getInetAddress().getHostAddress() + ":" + socket.getPort();
        this.settings = settings;
        this.monitor = monitor;
        this.queue = new LinkedBlockingQueue<>(settings.maxQueuedPdus());
        int maxUnread = Math.min(MAX_UNREAD_PDUS, settings.maxQueuedPdus() / 2);
        this.admission = new Admission(settings.maxPendingRequests(), () -> queue.size() <= maxUnread);
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
            prepare(socket);
            why = read();
        } catch (IOException e) {
            why = "connection failed: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            why = "the server stops";
        } finally {
            monitor.onDisconnect(session, disconnected::countDown);
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

    /** Closes the connection if its Hello, or the rest of a PDU, takes too long. */
    void checkTime(long now) {
        PduReader current = reader;
        Long since = current == null ? null : current.awaitedSince();
        if (since != null && now - since > settings.handshakeTimeout().toNanos()) {
            cutOff("no complete PDU within " + settings.handshakeTimeout().toSeconds() + " s");
        }
    }

    private static void prepare(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSendBufferSize(SEND_BUFFER_BYTES);
        socket.setKeepAlive(true);
        if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_IDLE_SECONDS);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_INTERVAL_SECONDS);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, KEEP_ALIVE_PROBES);
        }
    }

    private String read() throws IOException, InterruptedException {
        PduReader in = new PduReader(new BufferedInputStream(socket.getInputStream(), 1 << 16));
        reader = in;
        while (closing.get() == null) {
            PduReader.Read read = in.next();
            if (read == null) {
                return "the proxy closed the connection";
            }
            switch (read.pdu()) {
                case Decoded.Damaged<SrxPdu>(WireError error, var _) -> {
                    monitor.onMalformedPdu(session, error);
                    return error.where() + ": " + error.message();
                }
                case Decoded.Ok<SrxPdu>(SrxPdu pdu) -> {
                    int weight = admission.weight(read.length());
                    while (!admission.tryEnter(weight)) {
                        if (closing.get() != null) {
                            return "closed";
                        }
                    }
                    monitor.onPdu(session, pdu, () -> admission.leave(weight));
                }
            }
        }
        return "closed";
    }

    private void write() {
        try {
            OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 14);
            while (true) {
                boolean isLast = closing.get() != null; // read first: close() follows the last PDU
                SrxPdu pdu = queue.poll();
                if (pdu == null) {
                    out.flush();
                    if (isLast) {
                        break;
                    }
                    pdu = queue.poll(100, TimeUnit.MILLISECONDS);
                }
                if (pdu != null) {
                    out.write(SrxCodec.encode(pdu).toArray());
                    admission.settle();
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
