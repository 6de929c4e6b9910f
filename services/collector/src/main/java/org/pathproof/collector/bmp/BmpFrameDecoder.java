// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bmp.BmpFramer;

/**
 * Cuts the octets of a connection into BMP messages (RFC 7854 section 4.1): passes on {@link Bytes}, each a whole message, and, once a
 * header makes no sense or the stream ends within a message, one {@link Lost}; nothing after that.
 */
final class BmpFrameDecoder extends ByteToMessageDecoder {
    /** So much of a stream that cannot be read is kept for whoever looks into it. */
    private static final int KEPT = 64 * 1024;

    /** Where the stream could not be cut any more, why, and the octets from there on as far as they have come. */
    record Lost(WireError error, Bytes octets) {}

    private final int maxMessage;
    private boolean lost;
    /** When the first octets came of a message that is not whole yet; 0 when none is. */
    private long partialSince;

    BmpFrameDecoder(int maxMessage) {
        this.maxMessage = maxMessage;
    }

    /** For how long a message has been begun and not whole, in nanoseconds; 0 when none is. */
    long partialFor(long nowNanos) {
        return partialSince == 0 ? 0 : nowNanos - partialSince;
    }

    /** The time until now does not count: the socket was not read. */
    void restartClock(long nowNanos) {
        if (partialSince != 0) {
            partialSince = nowNanos;
        }
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (lost) {
            in.skipBytes(in.readableBytes());
            return;
        }
        Bytes header = octets(in, BmpFramer.HEADER_LENGTH);
        switch (BmpFramer.messageLength(header, maxMessage)) {
            case Decoded.Ok<Integer>(Integer length) -> {
                if (length > 0 && in.readableBytes() >= length) {
                    byte[] message = new byte[length];
                    in.readBytes(message);
                    out.add(Bytes.wrap(message));
                    partialSince = 0;
                } else if (partialSince == 0) {
                    partialSince = System.nanoTime();
                }
            }
            case Decoded.Damaged<Integer>(WireError error, Bytes _) -> lose(error, in, out);
        }
    }

    @Override
    protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        super.decodeLast(ctx, in, out);
        if (in.isReadable() && out.isEmpty() && !lost) {
            lose(
                    new WireError(
                            WireError.Code.TRUNCATED,
                            "message",
                            in.readableBytes(),
                            "the connection ended within a message, after " + in.readableBytes() + " octets of it"),
                    in,
                    out);
        }
    }

    private void lose(WireError error, ByteBuf in, List<Object> out) {
        lost = true;
        out.add(new Lost(error, octets(in, KEPT)));
        in.skipBytes(in.readableBytes());
    }

    private static Bytes octets(ByteBuf in, int atMost) {
        return Bytes.wrap(ByteBufUtil.getBytes(in, in.readerIndex(), Math.min(atMost, in.readableBytes())));
    }
}
