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
 * Splits the bytes of a connection into BMP messages (RFC 7854 section 4.1). Passes on {@link Bytes}, each a whole
 * message. A header with a wrong version or length, or the end of the stream within a message, produces one {@link
 * Lost} as the last object.
 */
final class BmpFrameDecoder extends ByteToMessageDecoder {
    /** Maximum size of the part of an unreadable stream that is kept for diagnosis. */
    private static final int MAX_KEPT_BYTES = 64 * 1024;

    /** An unreadable stream: the error with its position, and the bytes received from that position on. */
    record Lost(WireError error, Bytes bytes) {}

    private final int maxMessage;
    private boolean lost;
    /** The {@link System#nanoTime} at which an incomplete message began; 0 for none. */
    private long partialSince;

    BmpFrameDecoder(int maxMessage) {
        this.maxMessage = maxMessage;
    }

    /** Returns the age of an incomplete message in nanoseconds; 0 for none. */
    long partialFor(long nowNanos) {
        return partialSince == 0 ? 0 : nowNanos - partialSince;
    }

    /** Restarts the age of an incomplete message, after a period in which the socket was not read. */
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
        Bytes header = bytes(in, BmpFramer.HEADER_LENGTH);
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
                            "the connection ended within a message, after " + in.readableBytes() + " bytes"),
                    in,
                    out);
        }
    }

    private void lose(WireError error, ByteBuf in, List<Object> out) {
        lost = true;
        out.add(new Lost(error, bytes(in, MAX_KEPT_BYTES)));
        in.skipBytes(in.readableBytes());
    }

    private static Bytes bytes(ByteBuf in, int atMost) {
        return Bytes.wrap(ByteBufUtil.getBytes(in, in.readerIndex(), Math.min(atMost, in.readableBytes())));
    }
}
