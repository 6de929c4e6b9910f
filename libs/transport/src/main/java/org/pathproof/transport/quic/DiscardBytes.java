// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.quic;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/** Drops the bytes of a stream that nothing reads, such as those of keepalives. A stream that is reset ends. */
@ChannelHandler.Sharable
final class DiscardBytes extends ChannelInboundHandlerAdapter {
    static final DiscardBytes INSTANCE = new DiscardBytes();

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        StreamFailures.end(ctx, cause);
    }
}
