// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.srx.SrxCodec;
import org.pathproof.wire.srx.SrxPdu;

/** A proxy for tests: sends PDUs and bytes to a server, and reads the PDUs of the server. */
final class TestProxy implements AutoCloseable {
    private static final int READ_TIMEOUT_MS = 60_000;

    private final Socket socket;
    private final DataInputStream in;

    TestProxy(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(READ_TIMEOUT_MS);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Opens a session. The server responds with the identifier of the proxy and requests all updates. */
    static TestProxy open(int port, long proxyId) throws IOException {
        TestProxy proxy = new TestProxy(port);
        proxy.send(new SrxPdu.Hello(SrxPdu.VERSION, proxyId, 65537, List.of(65536L)));
        proxy.read(SrxPdu.HelloResponse.class);
        proxy.read(SrxPdu.SyncRequest.class);
        return proxy;
    }

    void send(SrxPdu pdu) throws IOException {
        send(SrxCodec.encode(pdu));
    }

    void send(Bytes bytes) throws IOException {
        socket.getOutputStream().write(bytes.toArray());
    }

    <P extends SrxPdu> P read(Class<P> type) throws IOException {
        return type.cast(read().orElseThrow(() -> new EOFException("closed before " + type.getSimpleName())));
    }

    /** Returns the next PDU, or empty when the server has closed the connection. */
    Optional<SrxPdu> read() throws IOException {
        byte[] header = new byte[SrxCodec.HEADER_LENGTH];
        try {
            in.readFully(header);
        } catch (EOFException e) {
            return Optional.empty();
        }
        byte[] pdu = new byte[SrxCodec.messageLength(Bytes.wrap(header)).orThrow()];
        System.arraycopy(header, 0, pdu, 0, header.length);
        in.readFully(pdu, header.length, pdu.length - header.length);
        return Optional.of(SrxCodec.decode(Bytes.wrap(pdu)).orThrow());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
