// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.quic.QuicStreamResetException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a stream which the other side resets ends without a stack trace of Netty. */
final class StreamFailuresTest {
    static Stream<ChannelHandler> handlers() {
        return Stream.of(StreamFailures.INSTANCE, DiscardBytes.INSTANCE);
    }

    @ParameterizedTest
    @MethodSource("handlers")
    void aResetEndsTheStreamQuietly(ChannelHandler handler) {
        EmbeddedChannel stream = new EmbeddedChannel(handler);
        stream.pipeline().fireExceptionCaught(new QuicStreamResetException("reset by the peer", 0));
        assertThatCode(stream::checkException).doesNotThrowAnyException();
        assertThat(stream.isOpen()).isFalse();
    }

    @Test
    void laterHandlersGetTheFailure() {
        List<Throwable> failures = new ArrayList<>();
        EmbeddedChannel stream = new EmbeddedChannel(StreamFailures.INSTANCE, new ChannelInboundHandlerAdapter() {
            @Override
            public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                failures.add(cause);
            }
        });
        QuicStreamResetException reset = new QuicStreamResetException("reset by the peer", 0);
        stream.pipeline().fireExceptionCaught(reset);
        assertThat(failures).containsExactly(reset);
        assertThat(stream.isOpen()).isTrue();
    }

    @Test
    void discardsBytes() {
        EmbeddedChannel stream = new EmbeddedChannel(DiscardBytes.INSTANCE);
        assertThat(stream.writeInbound(Unpooled.wrappedBuffer(new byte[8]))).isFalse();
    }
}
