// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.pathproof.bgp.UpdateSource;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/** A neighbor of a speaker whose connections are in memory: all handlers of a {@link BgpSpeaker} without sockets. */
public final class MemoryNeighbor {
    private static final int HIGH_WATER_MARK_BYTES = 128 << 10;

    private final EmbeddedChannel clock = new EmbeddedChannel();
    private final RunningNeighbor running;

    public MemoryNeighbor(Neighbor neighbor, UpdateSource source, SpeakerListener listener) {
        running = new RunningNeighbor(
                neighbor, source, listener, new Transport(false), clock.eventLoop(), HIGH_WATER_MARK_BYTES);
        running.start();
        clock.runPendingTasks();
    }

    public NeighborStatus status() {
        return running.status();
    }

    /** Opens a connection from the neighbor to the speaker. */
    public Connection connect() {
        Connection connection = new Connection();
        running.accept(connection);
        clock.runPendingTasks();
        return connection;
    }

    /** A connection. Its buffers have an allocator of their own, which counts bytes. */
    public static final class Connection extends EmbeddedChannel {
        private static final SocketAddress LOCAL = new InetSocketAddress("192.0.2.2", Neighbor.BGP_PORT);

        private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        private ByteWriter sent = new ByteWriter();

        private Connection() {
            super(false, false);
            config().setAllocator(allocator);
        }

        /** Delivers bytes of the neighbor, and runs all tasks that they cause. */
        public void deliver(Bytes bytes) {
            writeInbound(Unpooled.wrappedBuffer(bytes.toArray()));
        }

        /** Returns the bytes that the speaker has sent since the last call. */
        public Bytes takeSent() {
            Bytes taken = sent.toBytes();
            sent = new ByteWriter();
            return taken;
        }

        /** Returns the number of received bytes that the speaker keeps. */
        public long kept() {
            return allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory();
        }

        @Override
        protected void handleOutboundMessage(Object message) {
            ByteBuf buffer = (ByteBuf) message;
            byte[] bytes = new byte[buffer.readableBytes()];
            buffer.readBytes(bytes).release();
            sent.bytes(Bytes.wrap(bytes));
        }

        @Override
        protected SocketAddress localAddress0() {
            return LOCAL;
        }
    }
}
