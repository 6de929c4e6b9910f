// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Open;

/** A BGP neighbor that sends given bytes in an established session, and keeps the UPDATEs that it receives. */
final class RawNeighbor implements AutoCloseable {
    private static final int HEADER = 19;
    private static final int TYPE_AT = 18;
    private static final int HOLD_TIME = 180;
    private static final byte[] END_OF_IPV4 = HexFormat.of().parseHex("00000000");
    private static final byte[] END_OF_IPV6 = HexFormat.of().parseHex("00000006800f03000201");

    /** Bodies of the received UPDATEs. */
    final List<byte[]> updates = new CopyOnWriteArrayList<>();

    private final Socket socket = new Socket();
    private final byte[] messages;
    private volatile boolean established;
    private volatile boolean ended;

    /**
     * Connects, and sends messages as soon as the session is established.
     *
     * @param from the own address, whose last bytes are also in the BGP Identifier
     */
    RawNeighbor(String from, InetSocketAddress router, int asn, boolean fourOctetAs, byte[] messages)
            throws IOException {
        this.messages = messages.clone();
        InetAddress address = InetAddress.ofLiteral(from);
        socket.bind(new InetSocketAddress(address, 0));
        socket.connect(router);
        socket.setTcpNoDelay(true);
        List<Capability> capabilities = new ArrayList<>(List.of(
                new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST)));
        // Without families, it asks for End-of-RIB and for nothing else (RFC 4724 section 3).
        capabilities.add(new Capability.GracefulRestart(0, 0, List.of()));
        if (fourOctetAs) {
            capabilities.add(new Capability.FourOctetAs(asn));
        }
        byte[] id = address.getAddress();
        Open open = new Open(4, asn, HOLD_TIME, (0x0a << 24) | (id[1] << 16) | id[3], capabilities);
        Thread.ofVirtual().start(() -> run(open));
    }

    boolean isEstablished() {
        return established;
    }

    /** Returns true if the router has ended the session. */
    boolean isEnded() {
        return ended;
    }

    /** Returns true if the router has sent End-of-RIB for both families (RFC 4724 section 2). */
    boolean hasWholeTable() {
        return updates.stream().anyMatch(update -> Arrays.equals(update, END_OF_IPV4))
                && updates.stream().anyMatch(update -> Arrays.equals(update, END_OF_IPV6));
    }

    private void run(Open open) {
        try {
            OutputStream out = socket.getOutputStream();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            out.write(bytes(open));
            while (true) {
                byte[] header = in.readNBytes(HEADER);
                int length = header.length < HEADER ? 0 : ((header[16] & 0xff) << 8) | (header[17] & 0xff);
                byte[] body = in.readNBytes(Math.max(0, length - HEADER));
                if (length < HEADER || header[TYPE_AT] == BgpMessage.TYPE_NOTIFICATION) {
                    break;
                } else if (header[TYPE_AT] == BgpMessage.TYPE_OPEN) {
                    out.write(bytes(new KeepAlive()));
                } else if (header[TYPE_AT] == BgpMessage.TYPE_KEEPALIVE && !established) {
                    established = true;
                    out.write(messages);
                } else if (header[TYPE_AT] == BgpMessage.TYPE_UPDATE) {
                    updates.add(body);
                }
            }
        } catch (IOException _) {
            // The router has closed the connection.
        }
        ended = true;
    }

    private static byte[] bytes(BgpMessage message) {
        return BgpCodec.encode(message, BgpSessionOptions.DEFAULT).toArray();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
