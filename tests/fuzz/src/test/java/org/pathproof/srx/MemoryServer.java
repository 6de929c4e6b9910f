// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.srx.SrxPdu;

/** An SRx server whose connections are in memory. The server works on the calling thread. */
public final class MemoryServer {
    private final MonitorThread monitor;

    public MemoryServer(int maxUpdates, RpkiSource rpki, SignatureVerifier verifier) {
        SrxServerSettings settings = new SrxServerSettings(
                new InetSocketAddress(0), 8, 8, maxUpdates, 16, 1_000, Duration.ofSeconds(30), Duration.ofMinutes(15));
        monitor = new MonitorThread(new UpdateMonitor(settings, rpki, verifier, SrxServerListener.NONE));
    }

    /** Reports a change of the RPKI set, and processes it. */
    public void changeRpki(RpkiChange change) {
        monitor.onRpkiChange(change);
        monitor.processWaiting();
    }

    public Connection connect() {
        return new Connection();
    }

    /** Returns the number of updates in memory. */
    public int updates() {
        return monitor.updates();
    }

    /** The connection of a proxy. */
    public final class Connection implements ProxyOutput {
        private final ProxySession session = new ProxySession(this);
        private final List<SrxPdu> sent = new ArrayList<>();
        private boolean closed;

        /** Reads a stream as the server does, until the stream or the session ends. */
        public void deliver(Bytes stream) {
            PduReader reader = new PduReader(new ByteArrayInputStream(stream.toArray()));
            try {
                for (PduReader.Read read = reader.next(); read != null && !closed; read = reader.next()) {
                    switch (read.pdu()) {
                        case Decoded.Ok<SrxPdu>(SrxPdu pdu) -> monitor.onPdu(session, pdu, () -> {});
                        case Decoded.Damaged<SrxPdu>(WireError error, Bytes ignored) -> {
                            monitor.onMalformedPdu(session, error);
                            monitor.processWaiting();
                            return;
                        }
                    }
                }
            } catch (EOFException e) {
                monitor.onDisconnect(session, () -> {});
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            monitor.processWaiting();
        }

        public void disconnect() {
            monitor.onDisconnect(session, () -> {});
            monitor.processWaiting();
        }

        /** Returns the PDUs that the server has sent. */
        public List<SrxPdu> sent() {
            return sent;
        }

        /** Returns true if the server has ended the session. */
        public boolean isClosed() {
            return closed;
        }

        @Override
        public void send(SrxPdu pdu) {
            sent.add(pdu);
        }

        @Override
        public void close(String why) {
            closed = true;
        }

        @Override
        public String peer() {
            return "fuzz";
        }
    }
}
