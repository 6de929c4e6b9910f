// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.wire.Bytes;

/**
 * Overwrites the private values of the experimental path attribute in BMP messages before the connection sees them (ADR
 * 58). Only a channel of a collector with the experiment has this handler. The handler follows {@link BmpFrameDecoder}.
 */
final class PrivateValueHandler extends ChannelInboundHandlerAdapter {
    private final AttributeIntake intake;

    PrivateValueHandler(AttributeIntake intake) {
        this.intake = intake;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ctx.fireChannelRead(
                switch (message) {
                    case Bytes bytes -> intake.withoutPrivateValues(bytes);
                    // Each unreadable byte can be part of a private key.
                    case BmpFrameDecoder.Lost lost -> new BmpFrameDecoder.Lost(lost.error(), Bytes.EMPTY);
                    default -> message;
                });
    }
}
