// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.quic;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.quic.QuicStreamChannel;

/**
 * Ends both directions of a QUIC stream when the stream is closed. The frame STOP_SENDING (RFC 9000 section 3.5) tells
 * the other side that its bytes are not read any more; otherwise it would wait for room in the stream.
 */
@ChannelHandler.Sharable
final class StopSending extends ChannelOutboundHandlerAdapter {
    static final StopSending INSTANCE = new StopSending();
    /** Application error code of STOP_SENDING. */
    private static final int NO_ERROR = 0;

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        QuicStreamChannel stream = (QuicStreamChannel) ctx.channel();
        stream.shutdownInput(NO_ERROR).addListener(stopped -> {
            var _ = ctx.close(promise);
        });
    }
}
