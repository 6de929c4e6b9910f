// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class RetryTokensTest {
    private static final InetSocketAddress CLIENT = new InetSocketAddress("192.0.2.1", 4711);
    private final RetryTokens tokens = new RetryTokens();

    private ByteBuf token() {
        ByteBuf token = Unpooled.buffer();
        assertThat(tokens.writeToken(token, Unpooled.wrappedBuffer(new byte[] {1, 2, 3}), CLIENT))
                .isTrue();
        assertThat(token.readableBytes()).isLessThanOrEqualTo(tokens.maxTokenLength());
        return token;
    }

    @Test
    void acceptsItsTokenFromTheSameClient() {
        ByteBuf token = token();
        int offset = tokens.validateToken(token, CLIENT);
        assertThat(token.slice(offset, token.readableBytes() - offset))
                .isEqualTo(Unpooled.wrappedBuffer(new byte[] {1, 2, 3}));
    }

    @Test
    void refusesTokensOfOthers() {
        assertThat(tokens.validateToken(token(), new InetSocketAddress("192.0.2.2", 4711)))
                .isNegative();
        assertThat(tokens.validateToken(token(), new InetSocketAddress("192.0.2.1", 4712)))
                .isNegative();
        assertThat(new RetryTokens().validateToken(token(), CLIENT)).isNegative();
    }

    @Test
    void refusesEveryChangedToken() {
        int length = token().readableBytes();
        for (int i = 0; i < length; i++) {
            ByteBuf token = token();
            token.setByte(i, token.getByte(i) ^ 1);
            assertThat(tokens.validateToken(token, CLIENT)).as("byte %d", i).isNegative();
        }
        for (int i = 0; i < length; i++) {
            assertThat(tokens.validateToken(token().slice(0, i), CLIENT))
                    .as("%d bytes", i)
                    .isNegative();
        }
    }
}
