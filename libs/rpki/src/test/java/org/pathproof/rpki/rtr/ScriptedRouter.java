// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.rtr.CacheReset;
import org.pathproof.wire.rtr.CacheResponse;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrPdu;
import org.pathproof.wire.rtr.SerialNotify;

/** A router whose PDUs are chosen by the test. */
final class ScriptedRouter implements AutoCloseable {
    /** Stands for the end of the connection. */
    static final RtrPdu CLOSED = new CacheReset(255);

    private static final int TIMEOUT_MILLIS = 10_000;

    private final Socket socket;
    private final RtrPduReader reader;

    ScriptedRouter(RtrServer server) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        reader = new RtrPduReader(socket.getInputStream(), 1 << 17, 1 << 10);
    }

    void send(RtrPdu pdu) throws IOException {
        send(RtrCodec.encode(pdu));
    }

    void send(Bytes bytes) throws IOException {
        socket.getOutputStream().write(bytes.toArray());
    }

    /** Returns the next PDU; {@link #CLOSED} after the end of the connection. */
    RtrPdu next() throws IOException {
        Decoded<RtrPdu> pdu = reader.next();
        return pdu == null ? CLOSED : pdu.orThrow();
    }

    /** Returns the next PDU, if it arrives within a time. */
    RtrPdu next(Duration limit) throws IOException {
        socket.setSoTimeout(Math.toIntExact(limit.toMillis()));
        try {
            return next();
        } finally {
            socket.setSoTimeout(TIMEOUT_MILLIS);
        }
    }

    /** Sends a query and returns the response without Serial Notifies, which may arrive at any time. */
    List<RtrPdu> query(RtrPdu query) throws IOException {
        send(query);
        List<RtrPdu> pdus = new ArrayList<>();
        do {
            RtrPdu pdu = next();
            if (!(pdu instanceof SerialNotify)) {
                pdus.add(pdu);
            }
        } while (pdus.isEmpty() || pdus.getFirst() instanceof CacheResponse && !(pdus.getLast() instanceof EndOfData));
        return pdus;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
