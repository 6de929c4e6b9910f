// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;

/** Tests that no private value passes the handler. */
final class PrivateValueHandlerTest {
    private static final Bytes ERASED = Bytes.fromHex("0000");

    private final EmbeddedChannel channel = new EmbeddedChannel(new PrivateValueHandler(new AttributeIntake() {
        @Override
        public int typeCode() {
            return 252;
        }

        @Override
        public Bytes withoutPrivateValues(Bytes messages) {
            return ERASED;
        }

        @Override
        public SchemePath path(Bytes value, int prefixes) {
            return SchemePath.getDefaultInstance();
        }
    }));

    @Test
    void messagesLoseTheirPrivateValues() {
        channel.writeInbound(Bytes.fromHex("5ec3"));
        assertThat(channel.<Object>readInbound()).isEqualTo(ERASED);
    }

    @Test
    void unreadableBytesAreDropped() {
        WireError error = new WireError(WireError.Code.TRUNCATED, "message", 2, "the connection ended");
        channel.writeInbound(new BmpFrameDecoder.Lost(error, Bytes.fromHex("5ec3")));
        assertThat(channel.<Object>readInbound()).isEqualTo(new BmpFrameDecoder.Lost(error, Bytes.EMPTY));
    }
}
