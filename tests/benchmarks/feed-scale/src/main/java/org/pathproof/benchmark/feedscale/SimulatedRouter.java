// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Open;

/**
 * One router with an iBGP session: reads UPDATEs of IPv4 unicast and counts their prefixes. The router keeps no routes,
 * so that thousands of routers fit into one small process. Not thread-safe.
 */
final class SimulatedRouter {
    private static final int HOLD_SECONDS = 180;
    /** Size of the receive buffer of a router that stops reading. */
    private static final int SMALL_BUFFER = 4096;

    private static final int HEADER = 19;
    private static final int LENGTH_AT = 16;
    private static final int TYPE_AT = 18;

    private final SocketChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BgpCodec.MAX_LENGTH * 4);
    long announced;
    long withdrawn;
    long bytes;
    /** True after an End-of-RIB marker. */
    boolean ended;

    /** False after {@link #stopReading}. */
    boolean reading = true;

    private Duration keepAliveInterval = Duration.ofSeconds(HOLD_SECONDS / 3);
    private Instant nextKeepAlive = Instant.MAX;

    SimulatedRouter(SocketChannel channel) {
        this.channel = channel;
    }

    /**
     * Reads what has arrived. Returns false at the end of the stream.
     *
     * @throws IOException when the connection fails or the speaker sends a NOTIFICATION
     */
    boolean read() throws IOException {
        int count = channel.read(buffer);
        buffer.flip();
        while (buffer.remaining() >= HEADER) {
            int length = buffer.getShort(buffer.position() + LENGTH_AT) & 0xffff;
            if (buffer.remaining() < length) {
                break;
            }
            handleMessage(
                    buffer.get(buffer.position() + TYPE_AT), buffer.position() + HEADER, buffer.position() + length);
            buffer.position(buffer.position() + length);
            bytes += length;
        }
        buffer.compact();
        return count >= 0;
    }

    /** Stops reading. The session still sends KEEPALIVEs. */
    void stopReading(SelectionKey key) throws IOException {
        reading = false;
        key.interestOps(0);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
    }

    String address() throws IOException {
        return channel.socket().getLocalAddress().getHostAddress();
    }

    private void handleMessage(int type, int from, int to) throws IOException {
        switch (type) {
            case BgpMessage.TYPE_OPEN ->
                open(Short.toUnsignedLong(buffer.getShort(from + 1)), Short.toUnsignedInt(buffer.getShort(from + 3)));
            case BgpMessage.TYPE_UPDATE -> update(from, to);
            case BgpMessage.TYPE_NOTIFICATION ->
                throw new IOException("NOTIFICATION " + buffer.get(from) + "/" + buffer.get(from + 1));
            default -> {} // KEEPALIVE
        }
    }

    private void open(long as, int holdSeconds) throws IOException {
        keepAliveInterval = Duration.ofSeconds(Math.min(HOLD_SECONDS, holdSeconds) / 3);
        byte[] address = channel.socket().getLocalAddress().getAddress();
        send(new Open(
                4,
                (int) as,
                HOLD_SECONDS,
                ByteBuffer.wrap(address).getInt(),
                List.of(new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST), new Capability.FourOctetAs(as))));
        keepAlive(Instant.now());
    }

    /** Sends a KEEPALIVE if it is due. */
    void keepAliveIfDue(Instant now) throws IOException {
        if (!now.isBefore(nextKeepAlive)) {
            keepAlive(now);
        }
    }

    private void keepAlive(Instant now) throws IOException {
        nextKeepAlive = now.plus(keepAliveInterval);
        send(new KeepAlive());
    }

    private void send(BgpMessage message) throws IOException {
        ByteBuffer encoded = BgpCodec.encode(message, BgpSessionOptions.DEFAULT).asByteBuffer();
        while (encoded.hasRemaining()) {
            channel.write(encoded); // a few bytes, which the send buffer takes at once
        }
    }

    private void update(int from, int to) {
        int withdrawals = from + 2;
        int attributes = withdrawals + (buffer.getShort(from) & 0xffff) + 2;
        int prefixes = attributes + (buffer.getShort(attributes - 2) & 0xffff);
        withdrawn += count(withdrawals, attributes - 2);
        announced += count(prefixes, to);
        ended |= attributes == from + 4 && prefixes == attributes && prefixes == to; // End-of-RIB
    }

    private int count(int from, int to) {
        int count = 0;
        for (int at = from; at < to; at += 1 + (buffer.get(at) + 7) / 8) {
            count++;
        }
        return count;
    }
}
