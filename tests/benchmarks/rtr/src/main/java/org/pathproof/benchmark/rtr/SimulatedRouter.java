// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rtr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A router with one RTR session of version 1 (RFC 8210). The router counts data PDUs and remembers the serial. The
 * router responds to a Serial Notify with a Serial Query.
 */
final class SimulatedRouter {
    private static final int HEADER = 8;
    private static final int VERSION = 1;
    private static final int SERIAL_NOTIFY = 0;
    private static final int SERIAL_QUERY = 1;
    private static final int RESET_QUERY = 2;
    private static final int IPV4_PREFIX = 4;
    private static final int IPV6_PREFIX = 6;
    private static final int END_OF_DATA = 7;
    private static final int CACHE_RESET = 8;
    private static final int ERROR_REPORT = 10;

    private final SocketChannel channel;
    private final Routers routers;
    /** Start of a PDU whose header or end has not arrived. */
    private final ByteBuffer part = ByteBuffer.allocate(24);

    private int skip;
    private long prefixes;
    private Routers.Position position = Routers.Position.NONE;
    private boolean asked;

    SimulatedRouter(SocketChannel channel, Routers routers) {
        this.channel = channel;
        this.routers = routers;
        part.limit(0);
    }

    /** Asks for the whole set, or for the changes since a serial. */
    void begin(Routers.Position known) throws IOException {
        if (known.session() < 0) {
            send(ByteBuffer.allocate(HEADER)
                    .put((byte) VERSION)
                    .put((byte) RESET_QUERY)
                    .putShort((short) 0)
                    .putInt(HEADER));
        } else {
            query(known.session(), known.serial());
        }
    }

    private void query(int session, long serial) throws IOException {
        send(ByteBuffer.allocate(HEADER + 4)
                .put((byte) VERSION)
                .put((byte) SERIAL_QUERY)
                .putShort((short) session)
                .putInt(HEADER + 4)
                .putInt((int) serial));
    }

    /** A query is smaller than the free space of any socket buffer, because the router has only one at a time. */
    private void send(ByteBuffer pdu) throws IOException {
        pdu.flip();
        channel.write(pdu);
        if (pdu.hasRemaining()) {
            throw new IOException("a query was not accepted by the socket");
        }
    }

    /**
     * Reads what has arrived.
     *
     * @param buffer buffer of the thread, without contents
     */
    void read(ByteBuffer buffer) throws IOException {
        buffer.clear();
        buffer.put(part.array(), 0, part.limit());
        int count = channel.read(buffer);
        if (count < 0) {
            throw new IOException("the RTR server closed the connection");
        }
        routers.addBytes(count);
        buffer.flip();
        while (true) {
            int skipped = Math.min(skip, buffer.remaining());
            buffer.position(buffer.position() + skipped);
            skip -= skipped;
            if (skip > 0 || buffer.remaining() < HEADER) {
                break;
            }
            int start = buffer.position();
            int type = buffer.get(start + 1);
            int length = buffer.getInt(start + 4);
            if (type == IPV4_PREFIX || type == IPV6_PREFIX) {
                prefixes++;
                skip = length;
            } else if (type == END_OF_DATA || type == SERIAL_NOTIFY) {
                if (buffer.remaining() < HEADER + 4) {
                    break;
                }
                handleControl(type, buffer.getShort(start + 2) & 0xffff, buffer.getInt(start + 8) & 0xffff_ffffL);
                skip = length;
            } else if (type == ERROR_REPORT || type == CACHE_RESET) {
                throw new IOException("the RTR server sent a PDU of type " + type);
            } else {
                skip = length;
            }
        }
        part.clear();
        part.put(buffer);
        part.flip();
    }

    private void handleControl(int type, int session, long serial) throws IOException {
        Routers.Position now = new Routers.Position(session, serial);
        if (type == END_OF_DATA) {
            asked = false;
            if (!now.equals(position)) {
                position = now;
                routers.onEndOfData(now, prefixes);
                prefixes = 0;
            }
        } else if (!asked && position.session() >= 0 && serial != position.serial()) {
            asked = true;
            query(position.session(), position.serial());
        }
    }
}
