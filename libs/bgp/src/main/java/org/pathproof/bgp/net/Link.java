// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.pathproof.wire.Bytes;

/** The sending side of one TCP connection. Used on its event loop only. */
final class Link {
    /** Time to send the last messages and to read the rest of the stream. The connection is closed after this time. */
    private static final int LINGER_MILLIS = 2000;

    final int id;
    final Channel channel;
    private final ChannelFutureListener progress;
    /** Result of the last check for waiting bytes. */
    private boolean pending;

    private boolean closed;

    /** @param progress called after each message that was written to the socket */
    Link(int id, Channel channel, Consumer<Link> progress) {
        this.id = id;
        this.channel = channel;
        this.progress = future -> {
            if (future.isSuccess()) {
                pending = isWaiting();
                progress.accept(this);
            }
        };
    }

    InetAddress localAddress() {
        return ((InetSocketAddress) channel.localAddress()).getAddress();
    }

    boolean isWritable() {
        return channel.isWritable();
    }

    void write(Bytes message) {
        ChannelFuture written = channel.write(Unpooled.wrappedBuffer(message.asByteBuffer()));
        written.addListener(progress);
    }

    /** Sends the written messages as far as the socket accepts them. */
    void flush() {
        channel.flush();
    }

    /** Returns true while bytes wait in the write buffer. With TLS, these include messages to encrypt. */
    boolean isWaiting() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer != null && buffer.totalPendingWriteBytes() > 0;
    }

    /** Returns true if bytes began to wait since the last check. */
    boolean beganToWait() {
        boolean before = pending;
        pending = isWaiting();
        return pending && !before;
    }

    /**
     * Closes the connection after its last message, which close_notify follows in TLS (RFC 8446 section 6.1). The
     * connection still reads for up to two seconds. Closing it with unread bytes would reset the connection, and the
     * last message could be lost.
     */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(future -> {
            if (tls == null) {
                endOutput();
            } else if (channel.isActive()) {
                tls.closeOutbound().addListener(notified -> endOutput());
            }
        });
        var _ = channel.eventLoop().schedule(this::closeNow, LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void endOutput() {
        if (channel instanceof DuplexChannel duplex && channel.isActive()) {
            var _ = duplex.shutdownOutput();
        }
    }

    /** Closes the socket. TLS alone would wait until the neighbor reads close_notify. */
    private void closeNow() {
        channel.unsafe().close(channel.newPromise());
    }

    void onClosed(Runnable action) {
        channel.closeFuture().addListener(future -> action.run());
    }

    /** Closes the connection at once and discards the bytes that wait. */
    void abort() {
        closed = true;
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        closeNow();
    }
}
