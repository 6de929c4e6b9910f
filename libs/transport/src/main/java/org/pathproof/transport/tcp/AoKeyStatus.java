// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.Prefix;

/**
 * State of a TCP-AO key of a socket. Netty cannot read it, because the kernel expects the query in the buffer of the
 * response ({@code TCP_AO_GET_KEYS}).
 *
 * @param peers addresses for which the socket has the key
 * @param sendId KeyID of segments to the peer
 * @param receiveId KeyID of segments from the peer
 * @param current true if the key signs sent segments
 * @param requested true if sent segments request that the peer signs with the key (RNextKeyID, RFC 5925 section 2.2)
 * @param verifiedSegments number of segments of the peer that were signed with the key
 */
@SuppressWarnings("restricted") // this class calls native code
record AoKeyStatus(Prefix peers, int sendId, int receiveId, boolean current, boolean requested, long verifiedSegments) {
    private static final int LEVEL_TCP = 6;
    private static final int TCP_AO_GET_KEYS = 41;
    /** Number of keys of the first attempt to read. */
    private static final int USUAL_KEYS = 16;

    private static final MethodHandle GETSOCKOPT = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("getsockopt"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS));

    /** Returns true if this is the state of a key. */
    boolean isOf(TcpAoKey key) {
        return key.sendId() == sendId && key.receiveId() == receiveId;
    }

    /**
     * Reads the state of a key of a connection.
     *
     * @param descriptor file descriptor of the socket
     * @throws IOException if the connection has no such key
     */
    static AoKeyStatus read(int descriptor, TcpAoKey key) throws IOException {
        return readAll(descriptor).stream()
                .filter(status -> status.isOf(key))
                .findFirst()
                .orElseThrow(() -> new IOException("the socket has no " + key));
    }

    /**
     * Reads the state of all keys of a socket.
     *
     * @param descriptor file descriptor of the socket
     * @throws IOException if the socket is closed, or has no TCP-AO
     */
    static List<AoKeyStatus> readAll(int descriptor) throws IOException {
        int room = USUAL_KEYS;
        while (true) {
            ByteBuffer answer = answer(descriptor, room);
            int count = answer.getInt(SocketStructures.AO_STATUS_COUNT_OFFSET);
            if (count > room) {
                room = count;
                continue;
            }
            List<AoKeyStatus> all = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                all.add(parse(answer, i * SocketStructures.AO_STATUS_BYTES));
            }
            return all;
        }
    }

    private static ByteBuffer answer(int descriptor, int room) throws IOException {
        ByteBuffer structures = SocketStructures.aoStatuses(room);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(structures.capacity(), Long.BYTES);
            buffer.copyFrom(MemorySegment.ofBuffer(structures));
            MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, SocketStructures.AO_STATUS_BYTES);
            if ((int) GETSOCKOPT.invokeExact(descriptor, LEVEL_TCP, TCP_AO_GET_KEYS, buffer, length) != 0) {
                throw new IOException("the kernel returned no TCP-AO keys of the socket");
            }
            MemorySegment.ofBuffer(structures).copyFrom(buffer);
            buffer.fill((byte) 0); // the response has the secrets
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // getsockopt throws nothing
        }
        return structures;
    }

    private static AoKeyStatus parse(ByteBuffer answer, int offset) {
        int flags = answer.getShort(offset + SocketStructures.AO_STATUS_FLAGS_OFFSET);
        int length = Byte.toUnsignedInt(answer.get(offset + SocketStructures.AO_STATUS_PREFIX_OFFSET));
        return new AoKeyStatus(
                SocketStructures.peers(answer, offset, length),
                Byte.toUnsignedInt(answer.get(offset + SocketStructures.AO_STATUS_SEND_ID_OFFSET)),
                Byte.toUnsignedInt(answer.get(offset + SocketStructures.AO_STATUS_RECEIVE_ID_OFFSET)),
                (flags & SocketStructures.AO_STATUS_CURRENT) != 0,
                (flags & SocketStructures.AO_STATUS_REQUESTED) != 0,
                answer.getLong(offset + SocketStructures.AO_STATUS_GOOD_OFFSET));
    }

    @Override
    public String toString() {
        return "TCP-AO key send=" + sendId + " receive=" + receiveId;
    }
}
