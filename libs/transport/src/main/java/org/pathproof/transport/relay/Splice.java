// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicStreamChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the bytes of one channel to another. The channel is read only while the other one is joined and accepts bytes.
 * Each relayed connection has two splices, one in each channel.
 */
final class Splice extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(Splice.class);
    /** Number of bytes held back above which the channel is not read. */
    private static final int MAX_HELD_BYTES = 256 << 10;

    private final long holdNanos;
    private volatile @Nullable Channel own;
    private volatile @Nullable Channel other;
    /** Bytes that were read before the other channel was joined. Confined to the loop of {@code own}. */
    private final List<ByteBuf> early = new ArrayList<>();

    private boolean ended; // confined to the loop of own
    private int held; // confined to the loop of own

    Splice(Duration hold) {
        this.holdNanos = hold.toNanos();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        own = ctx.channel();
    }

    /** Starts to copy to another channel, or ends it if this channel has ended already. Safe for use by any thread. */
    void join(Channel far) {
        Channel near = own;
        if (near == null) {
            var _ = far.close();
            return;
        }
        near.eventLoop().execute(() -> {
            other = far;
            early.forEach(bytes -> pass(near, bytes));
            early.clear();
            if (ended || !near.isActive()) {
                endLater(near);
            } else {
                adjustReading();
            }
        });
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (other == null) {
            early.add(bytes);
            ctx.channel().config().setAutoRead(false);
        } else {
            pass(ctx.channel(), bytes);
        }
    }

    private void pass(Channel near, ByteBuf bytes) {
        if (holdNanos == 0) {
            forward(bytes);
        } else {
            held += bytes.readableBytes();
            var _ = near.eventLoop().schedule(() -> release(bytes), holdNanos, TimeUnit.NANOSECONDS);
            adjustReading();
        }
    }

    private void release(ByteBuf bytes) {
        held -= bytes.readableBytes();
        forward(bytes);
    }

    private void forward(ByteBuf bytes) {
        Channel far = other;
        if (far == null) {
            bytes.release();
            return;
        }
        far.writeAndFlush(bytes).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        adjustReading();
    }

    /** Reads this channel exactly while the other one accepts bytes. */
    private void adjustReading() {
        Channel near = own;
        Channel far = other;
        if (near != null && far != null) {
            near.config().setAutoRead(far.isWritable() && held < MAX_HELD_BYTES);
        }
    }

    /** The splice of the other channel writes to this one. This channel may read again. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        Channel far = other;
        if (far != null) {
            Splice peer = far.pipeline().get(Splice.class);
            if (peer != null) {
                far.eventLoop().execute(peer::adjustReading);
            }
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ended = true;
        endLater(ctx.channel());
    }

    /** Ends the other channel after the bytes that are held back. */
    private void endLater(Channel near) {
        if (holdNanos == 0) {
            endOther();
        } else {
            var _ = near.eventLoop().schedule(this::endOther, holdNanos, TimeUnit.NANOSECONDS);
        }
    }

    private void endOther() {
        Channel far = other;
        if (far != null) {
            end(far);
        }
    }

    /** Ends a channel after all bytes that were written to it. The loop of a relay that closes ends its channels. */
    private static void end(Channel far) {
        if (!far.isActive() || far.eventLoop().isShuttingDown()) {
            return;
        }
        far.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            if (far instanceof QuicStreamChannel stream) {
                stream.shutdownOutput().addListener(ChannelFutureListener.CLOSE);
            } else {
                var _ = far.close();
            }
        });
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        log.info("relayed connection failed: address={} error={}", ctx.channel().remoteAddress(), cause.toString());
        var _ = ctx.close();
    }
}
