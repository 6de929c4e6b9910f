// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.srx.SrxCodec;
import org.pathproof.wire.srx.SrxDefaults;
import org.pathproof.wire.srx.SrxFlags;
import org.pathproof.wire.srx.SrxPdu;

/** A router that requests origin validation over one SRx session. */
final class SrxRouter implements AutoCloseable {
    private static final int READ_TIMEOUT_MS = 30_000;
    private static final int AS_SEQUENCE = 2;

    private final Socket socket;
    private final DataInputStream in;

    /** Opens the session. */
    SrxRouter(int port, long asn, long peerAs) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(READ_TIMEOUT_MS);
        in = new DataInputStream(socket.getInputStream());
        send(new SrxPdu.Hello(SrxPdu.VERSION, 1, asn, List.of(peerAs)));
        read(SrxPdu.HelloResponse.class);
        read(SrxPdu.SyncRequest.class);
    }

    /** Requests the validation of an origin, and returns the origin result of the receipt. */
    int validateOrigin(Prefix prefix, long origin) throws IOException {
        send(new SrxPdu.VerifyRequest(
                SrxFlags.ORIGIN | SrxFlags.RECEIPT,
                SrxDefaults.NONE,
                AS_SEQUENCE,
                0,
                1,
                prefix,
                origin,
                AfiSafi.IPV4_UNICAST,
                0,
                List.of(origin),
                Bytes.EMPTY));
        return awaitResult();
    }

    /** Waits for the next result of the server, and returns its origin result. */
    int awaitResult() throws IOException {
        return read(SrxPdu.VerifyNotification.class).results().origin();
    }

    private void send(SrxPdu pdu) throws IOException {
        socket.getOutputStream().write(SrxCodec.encode(pdu).toArray());
    }

    private <P extends SrxPdu> P read(Class<P> type) throws IOException {
        byte[] header = new byte[SrxCodec.HEADER_LENGTH];
        in.readFully(header);
        byte[] pdu = new byte[SrxCodec.messageLength(Bytes.wrap(header)).orThrow()];
        System.arraycopy(header, 0, pdu, 0, header.length);
        in.readFully(pdu, header.length, pdu.length - header.length);
        return type.cast(SrxCodec.decode(Bytes.wrap(pdu)).orThrow());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
