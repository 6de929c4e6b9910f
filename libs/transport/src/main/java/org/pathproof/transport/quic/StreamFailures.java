// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.quic;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.pathproof.wire.NetworkText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a stream whose failure no other handler has handled. The other side can reset a stream at any time (RFC 9000,
 * section 3.2), so a failure is no fault of this program, and Netty must not log its stack trace.
 */
@ChannelHandler.Sharable
final class StreamFailures extends ChannelInboundHandlerAdapter {
    static final StreamFailures INSTANCE = new StreamFailures();

    private static final Logger log = LoggerFactory.getLogger(StreamFailures.class);

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (ctx.pipeline().last() == this) {
            end(ctx, cause);
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }

    /** Logs the failure of a stream in one line, and closes the stream. */
    static void end(ChannelHandlerContext ctx, Throwable cause) {
        log.debug("QUIC stream ended: error={}", NetworkText.description(String.valueOf(cause.getMessage())));
        var _ = ctx.close();
    }
}
