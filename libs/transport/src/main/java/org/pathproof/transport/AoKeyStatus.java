// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.pathproof.wire.Prefix;

/**
 * State of a TCP-AO key of a connection. Netty cannot read it, because the kernel expects the question in the buffer of
 * the answer ({@code TCP_AO_GET_KEYS}).
 *
 * @param current true if the key signs the own segments
 * @param verifiedSegments number of segments of the peer that were signed with the key
 */
@SuppressWarnings("restricted") // this class calls native code
record AoKeyStatus(boolean current, long verifiedSegments) {
    private static final int LEVEL_TCP = 6;
    private static final int TCP_AO_GET_KEYS = 41;
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

    /**
     * Reads the state of a key.
     *
     * @param descriptor file descriptor of the socket
     * @throws IOException if the socket has no such key
     */
    static AoKeyStatus read(int descriptor, Prefix peer, TcpAoKey key) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(SocketStructures.AO_STATUS_BYTES, Long.BYTES);
            status.copyFrom(MemorySegment.ofBuffer(SocketStructures.aoStatus(peer, key, TcpOptions.hasIpv6())));
            MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, SocketStructures.AO_STATUS_BYTES);
            if ((int) GETSOCKOPT.invokeExact(descriptor, LEVEL_TCP, TCP_AO_GET_KEYS, status, length) != 0) {
                throw new IOException("the socket has no " + key);
            }
            return new AoKeyStatus(
                    (status.get(ValueLayout.JAVA_SHORT, SocketStructures.AO_STATUS_FLAGS_OFFSET)
                                    & SocketStructures.AO_STATUS_CURRENT)
                            != 0,
                    status.get(ValueLayout.JAVA_LONG, SocketStructures.AO_STATUS_GOOD_OFFSET));
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // getsockopt throws nothing
        }
    }
}
