// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Open;

/** A neighbor that sends any bytes as UPDATE in an established session, and waits for a NOTIFICATION. */
final class RawNeighbor implements AutoCloseable {
    private final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;

    private RawNeighbor(Socket socket) throws IOException {
        this.socket = socket;
        this.out = socket.getOutputStream();
        this.in = new DataInputStream(socket.getInputStream());
    }

    /** Returns a neighbor in an established session; empty if the router does not accept the session now. */
    static Optional<RawNeighbor> connect(String from, String to, int port, long asn, boolean fourOctetAs) {
        try {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
            socket.connect(new InetSocketAddress(to, port), 2000);
            socket.setTcpNoDelay(true);
            RawNeighbor neighbor = new RawNeighbor(socket);
            if (neighbor.establish(asn, fourOctetAs)) {
                return Optional.of(neighbor);
            }
            neighbor.close();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private boolean establish(long asn, boolean fourOctetAs) throws IOException {
        List<Capability> capabilities = new ArrayList<>(List.of(
                new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST)));
        if (fourOctetAs) {
            capabilities.add(new Capability.FourOctetAs(asn));
        }
        send(new Open(4, (int) asn, 180, 0x0a000002, capabilities));
        boolean opened = false;
        socket.setSoTimeout(5000);
        while (true) {
            int type = read();
            switch (type) {
                case BgpMessage.TYPE_OPEN -> {
                    opened = true;
                    send(new KeepAlive());
                }
                case BgpMessage.TYPE_KEEPALIVE -> {
                    return opened;
                }
                default -> {
                    return false;
                }
            }
        }
    }

    private void send(BgpMessage message) throws IOException {
        send(BgpCodec.encode(message, BgpSessionOptions.DEFAULT).toArray());
    }

    void send(byte[] message) throws IOException {
        out.write(message);
        out.flush();
    }

    /** Returns true if the router ends the session within the time. */
    boolean isReset(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        try {
            while (true) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                socket.setSoTimeout((int) left);
                if (read() == BgpMessage.TYPE_NOTIFICATION) {
                    return true;
                }
            }
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Reads a message and returns its type. */
    private int read() throws IOException {
        byte[] header = new byte[19];
        in.readFully(header);
        Bytes bytes = Bytes.wrap(header);
        int length = bytes.u16(16) - header.length;
        if (in.skipBytes(length) != length) {
            throw new EOFException("the message is cut");
        }
        return bytes.u8(18);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
