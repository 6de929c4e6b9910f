// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.routers;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.Update;

/**
 * A BGP neighbor without the BGPsec capability that sends given UPDATEs byte for byte. The upstream opens the
 * connection, and responds to each KEEPALIVE. Thread-safe.
 */
public final class SigningUpstream implements Closeable {
    private static final int HEADER_BYTES = 19;
    private static final int LENGTH_AT = 16;
    private static final int HOLD_TIME_SECONDS = 240;
    private static final int TIMEOUT_MS = 60_000;

    private static final BgpSessionOptions WITH_ADD_PATH =
            new BgpSessionOptions(true, Set.of(AfiSafi.IPV4_UNICAST), true);

    private final Socket socket;
    private final BgpSessionOptions options;

    /**
     * Establishes a session.
     *
     * @param address own address, and BGP identifier
     * @param router address and port of the router
     */
    public SigningUpstream(String address, long asn, InetSocketAddress router) throws IOException {
        this(address, asn, router, false);
    }

    /**
     * Establishes a session.
     *
     * @param address own address, and BGP identifier
     * @param router address and port of the router
     * @param addPath true to send several IPv4 paths of a prefix (RFC 7911); the router must be able to receive them
     */
    public SigningUpstream(String address, long asn, InetSocketAddress router, boolean addPath) throws IOException {
        socket = new Socket();
        options = addPath ? WITH_ADD_PATH : BgpSessionOptions.DEFAULT;
        try {
            socket.setSoTimeout(TIMEOUT_MS);
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
            socket.connect(router, TIMEOUT_MS);
            byte[] identifier = socket.getLocalAddress().getAddress();
            send(new Open(
                    4,
                    (int) asn,
                    HOLD_TIME_SECONDS,
                    (int) Bytes.wrap(identifier).u32(0),
                    capabilities(asn, addPath)));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            await(in, BgpMessage.TYPE_OPEN);
            send(new KeepAlive());
            await(in, BgpMessage.TYPE_KEEPALIVE);
            Thread.ofVirtual().name("upstream-" + asn).start(() -> answer(in));
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static List<Capability> capabilities(long asn, boolean addPath) {
        List<Capability> capabilities = new ArrayList<>(List.of(
                new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST),
                new Capability.FourOctetAs(asn)));
        if (addPath) {
            capabilities.add(new Capability.AddPath(
                    List.of(new Capability.AddPath.Entry(AfiSafi.IPV4_UNICAST, Capability.AddPath.SEND))));
        }
        return capabilities;
    }

    /** Writes an UPDATE to the connection. */
    public void send(Update update) throws IOException {
        send((BgpMessage) update);
    }

    private void send(BgpMessage message) throws IOException {
        synchronized (socket) {
            socket.getOutputStream().write(BgpCodec.encode(message, options).toArray());
        }
    }

    private static void await(DataInputStream in, int type) throws IOException {
        int received = read(in);
        if (received != type) {
            throw new IOException("the router sent a BGP message of type " + received + ", not " + type);
        }
    }

    /** Returns the type of the next message. */
    private static int read(DataInputStream in) throws IOException {
        Bytes header = Bytes.wrap(in.readNBytes(HEADER_BYTES));
        if (header.length() < HEADER_BYTES) {
            throw new IOException("the router closed the connection");
        }
        in.skipNBytes(header.u16(LENGTH_AT) - HEADER_BYTES);
        return header.u8(HEADER_BYTES - 1);
    }

    private void answer(DataInputStream in) {
        try {
            socket.setSoTimeout(0);
            for (int type = read(in); type != BgpMessage.TYPE_NOTIFICATION; type = read(in)) {
                if (type == BgpMessage.TYPE_KEEPALIVE) {
                    send(new KeepAlive());
                }
            }
        } catch (IOException e) {
            if (!socket.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
