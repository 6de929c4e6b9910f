// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.routers;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.Open;

/**
 * A BGP speaker without a state machine, for tests of routers: it sends any bytes, malformed messages included. The
 * name is that of the tool in "Implementation and Evaluation of BGPsec for the FRRouting Suite" (Sames, 2021). Not
 * thread-safe.
 */
public final class DummyRouter implements Closeable {
    private static final int TIMEOUT_MS = 30_000;
    private static final int LENGTH_AT = 16;
    /** Cease, Administrative Shutdown (RFC 4486 section 4). */
    private static final Notification SHUTDOWN = new Notification(6, 2, Bytes.EMPTY);

    private final Socket socket = new Socket();
    private final DataInputStream in;

    /**
     * Connects to a router.
     *
     * @param from own address; the wildcard address leaves it to the kernel
     */
    public DummyRouter(InetSocketAddress router, InetSocketAddress from) throws IOException {
        try {
            socket.setSoTimeout(TIMEOUT_MS);
            socket.setTcpNoDelay(true);
            socket.bind(from);
            socket.connect(router, TIMEOUT_MS);
            in = new DataInputStream(socket.getInputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Sends an OPEN, waits for that of the router, and confirms it.
     *
     * @param own OPEN to send; the BGP Identifier 0 is replaced by the IPv4 address of this router
     * @return the OPEN of the router, or its NOTIFICATION
     * @throws EOFException if the router closes the connection without a NOTIFICATION
     */
    public BgpMessage open(Open own) throws IOException {
        int identifier = own.bgpIdentifier() != 0
                ? own.bgpIdentifier()
                : (int) Bytes.wrap(socket.getLocalAddress().getAddress()).u32(0);
        send(encoded(new Open(own.version(), own.myAs(), own.holdTime(), identifier, own.capabilities())));
        BgpMessage open = read();
        if (!(open instanceof Open)) {
            return open;
        }
        send(encoded(new KeepAlive()));
        BgpMessage confirmation = read();
        return confirmation instanceof Notification ? confirmation : open;
    }

    /** Writes bytes to the connection as they are. */
    public void send(Bytes bytes) throws IOException {
        socket.getOutputStream().write(bytes.toArray());
    }

    /**
     * Shuts the session down, and returns all messages that the router sent since {@link #open}, in order. The router
     * reads the shutdown after all bytes that were sent before, so its responses to them are among these messages.
     */
    public List<BgpMessage> end() throws IOException {
        List<BgpMessage> received = new ArrayList<>();
        try {
            send(encoded(SHUTDOWN));
            while (true) {
                received.add(read());
            }
        } catch (EOFException | SocketException e) {
            return received; // Routers close, or reset, the connection after a NOTIFICATION of either side.
        }
    }

    private BgpMessage read() throws IOException {
        byte[] header = new byte[BgpFramer.HEADER_LENGTH];
        in.readFully(header);
        byte[] body = new byte[Math.max(0, Bytes.wrap(header).u16(LENGTH_AT) - header.length)];
        in.readFully(body);
        return switch (BgpCodec.decode(Bytes.wrap(header).concat(Bytes.wrap(body)), BgpSessionOptions.DEFAULT)) {
            case Decoded.Ok<BgpMessage>(BgpMessage message) -> message;
            case Decoded.Damaged<BgpMessage>(WireError error, Bytes _) ->
                throw new IOException("the router sent a message that cannot be decoded: " + error.message());
        };
    }

    private static Bytes encoded(BgpMessage message) {
        return BgpCodec.encode(message, BgpSessionOptions.DEFAULT);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
