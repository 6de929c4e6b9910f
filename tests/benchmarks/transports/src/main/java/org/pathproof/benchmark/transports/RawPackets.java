// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/** Raw sockets of Linux on the loopback interface, for one attacker: reads all packets, and sends forged ones. */
@SuppressWarnings("restricted") // raw sockets need libc
final class RawPackets implements AutoCloseable {
    private static final int FAMILY_IPV4 = 2;
    private static final int FAMILY_PACKET = 17;
    private static final int DATAGRAM = 2;
    private static final int RAW = 3;
    private static final int PROTOCOL_RAW = 255;
    /** The EtherType of IPv4 in network byte order, on a little-endian machine. */
    private static final int ETHERTYPE_IPV4 = 0x0008;

    private static final int DO_NOT_WAIT = 0x40;
    private static final int MAX_PACKET = 1 << 16;
    private static final int ADDRESS_BYTES = 16;
    private static final byte LOOPBACK = 127;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle SOCKET = function("socket", 3);
    private static final MethodHandle CLOSE = function("close", 1);
    private static final MethodHandle RECEIVE = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("recv"),
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT));
    private static final MethodHandle SEND = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("sendto"),
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_INT));

    private final Arena arena = Arena.ofShared();
    private final MemorySegment buffer = arena.allocate(MAX_PACKET);
    private final MemorySegment address = arena.allocate(ADDRESS_BYTES);
    private final int reading;
    private final int sending;

    private static MethodHandle function(String name, int arguments) {
        ValueLayout[] types = new ValueLayout[arguments];
        Arrays.fill(types, ValueLayout.JAVA_INT);
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(ValueLayout.JAVA_INT, types));
    }

    /**
     * Opens the sockets.
     *
     * @throws IOException without the right CAP_NET_RAW
     */
    RawPackets() throws IOException {
        reading = open(FAMILY_PACKET, DATAGRAM, ETHERTYPE_IPV4);
        sending = open(FAMILY_IPV4, RAW, PROTOCOL_RAW);
        address.set(ValueLayout.JAVA_SHORT, 0, (short) FAMILY_IPV4);
        address.set(ValueLayout.JAVA_BYTE, 4, LOOPBACK);
        address.set(ValueLayout.JAVA_BYTE, 7, (byte) 1);
    }

    private static int open(int family, int type, int protocol) throws IOException {
        int socket = (int) call(SOCKET, family, type, protocol);
        if (socket < 0) {
            throw new IOException("no raw socket: the attacks need root, or the right CAP_NET_RAW");
        }
        return socket;
    }

    /** Returns the next IPv4 packet of any interface; empty if there is none now. */
    byte[] next() {
        long length = call(RECEIVE, reading, buffer, (long) MAX_PACKET, DO_NOT_WAIT);
        return length <= 0 ? new byte[0] : buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Sends an IPv4 packet to 127.0.0.1. The kernel sets the checksum of its IP header. */
    void send(byte[] packet) throws IOException {
        MemorySegment.copy(packet, 0, buffer, ValueLayout.JAVA_BYTE, 0, packet.length);
        long sent = call(SEND, sending, buffer, (long) packet.length, 0, address, ADDRESS_BYTES);
        if (sent != packet.length) {
            throw new IOException("the kernel refused a forged packet");
        }
    }

    private static long call(MethodHandle function, Object... arguments) {
        try {
            return ((Number) function.invokeWithArguments(arguments)).longValue();
        } catch (Throwable e) {
            throw new IllegalStateException("libc", e);
        }
    }

    @Override
    public void close() {
        call(CLOSE, reading);
        call(CLOSE, sending);
        arena.close();
    }
}
