// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.transport.tls.CertificateEnded;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;

/** Divides a stream into messages and reports them. Holds at most one incomplete message. */
final class MessageDecoder extends ByteToMessageDecoder {
    /** Receives the events of a connection. */
    interface Receiver {
        /**
         * Reports that the connection is open and that its TLS handshake, if any, is complete. This is the first event.
         */
        void onOpen();

        /** Returns the encoding of the next message; null to discard the received bytes. */
        @Nullable
        BgpSessionOptions encoding();

        void onMessage(BgpMessage message, int length);

        void onMalformedMessage(WireError error, Bytes bytes);

        void onClose(String why);

        /** Reports that the write buffer fell below its low-water mark. */
        void onWritable();
    }

    private final Receiver receiver;
    private String failure = "the neighbor closed the connection";

    MessageDecoder(Receiver receiver) {
        this.receiver = receiver;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        BgpSessionOptions encoding = receiver.encoding();
        if (encoding == null) {
            in.skipBytes(in.readableBytes());
            return;
        }
        int maxLength = encoding.extendedMessage() ? BgpCodec.MAX_EXTENDED_LENGTH : BgpCodec.MAX_LENGTH;
        Bytes start = copy(in, Math.min(in.readableBytes(), BgpFramer.HEADER_LENGTH));
        switch (BgpFramer.messageLength(start, maxLength)) {
            case Decoded.Damaged<Integer>(WireError error, Bytes bytes) -> {
                in.skipBytes(in.readableBytes());
                receiver.onMalformedMessage(error, bytes);
            }
            case Decoded.Ok<Integer>(Integer length) -> {
                if (length > 0 && length <= in.readableBytes()) {
                    decodeMessage(copy(in, length), encoding);
                    in.skipBytes(length);
                }
            }
        }
    }

    private void decodeMessage(Bytes bytes, BgpSessionOptions encoding) {
        switch (BgpCodec.decode(bytes, encoding)) {
            case Decoded.Ok<BgpMessage>(BgpMessage message) -> receiver.onMessage(message, bytes.length());
            case Decoded.Damaged<BgpMessage>(WireError error, Bytes ignored) ->
                receiver.onMalformedMessage(error, bytes);
        }
    }

    private static Bytes copy(ByteBuf in, int length) {
        byte[] array = new byte[length];
        in.getBytes(in.readerIndex(), array);
        return Bytes.wrap(array);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        receiver.onOpen();
        ctx.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        super.channelInactive(ctx);
        receiver.onClose(failure);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            receiver.onWritable();
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof CertificateEnded ended) { // the channel is closed next
            failure = ended.why();
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Throwable fault = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        failure = "connection lost: " + fault.getMessage();
        var _ = ctx.close();
    }
}
