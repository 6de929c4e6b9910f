// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.pathproof.transport.tls.CertificateEnded;
import org.pathproof.transport.tls.CertificateWatch;
import org.pathproof.transport.tls.TlsFiles;

/**
 * Blocking streams over a channel, for protocols that have a virtual thread for each connection. The handler is the
 * last of its pipeline. The channel must not read automatically: the next read begins when all received bytes are
 * taken, so that a peer cannot fill the memory. A write returns after the system has taken all its bytes.
 */
public final class ChannelStream extends ChannelInboundHandlerAdapter {
    private final Channel channel;
    private final @Nullable SslHandler tls;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Deque<byte[]> received = new ArrayDeque<>();
    private int taken;
    private boolean ended;
    private @Nullable Throwable failure;
    private volatile long timeoutNanos = Long.MAX_VALUE;

    /** @param tls handler of TLS in the pipeline of the channel, before this one; null without TLS */
    public ChannelStream(Channel channel, @Nullable SslHandler tls) {
        this.channel = channel;
        this.tls = tls;
    }

    /**
     * Waits for the handshake of TLS. Returns null without TLS.
     *
     * @throws SSLException if the handshake fails
     */
    public @Nullable SSLSession handshake() throws IOException {
        if (tls == null) {
            return null;
        }
        Future<Channel> done = tls.handshakeFuture();
        await(done);
        Throwable cause = done.cause();
        if (cause != null) {
            throw cause instanceof SSLException known ? known : new SSLException(reason(cause), cause);
        }
        return tls.engine().getSession();
    }

    /**
     * Watches the certificate of the peer; reads and writes fail when it expires or is revoked.
     *
     * @throws SSLException if it has expired or is revoked
     */
    public void watch(TlsFiles files, SSLSession session) throws SSLException {
        Optional<String> refusal = CertificateWatch.refusal(files, session);
        if (refusal.isPresent()) {
            throw new SSLException(refusal.get());
        }
        CertificateWatch.start(channel, files, session);
    }

    /** Sets the maximum time of a read, after which it throws SocketTimeoutException. */
    public void setReadTimeout(int millis) {
        timeoutNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    public InputStream input() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                Objects.checkFromIndexSize(offset, length, into.length);
                return length == 0 ? 0 : take(into, offset, length);
            }
        };
    }

    public OutputStream output() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                put(new byte[] {(byte) value});
            }

            @Override
            public void write(byte[] from) throws IOException {
                put(from);
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                Objects.checkFromIndexSize(offset, length, from.length);
                put(Arrays.copyOfRange(from, offset, offset + length));
            }
        };
    }

    /** Ends the bytes to the peer. Bytes of the peer can still be read. */
    public void shutdownOutput() {
        if (tls != null) {
            var _ = tls.closeOutbound();
        } else if (channel instanceof DuplexChannel duplex) {
            var _ = duplex.shutdownOutput();
        }
    }

    /** Closes the channel without waiting. TLS first sends its last record. */
    public void close() {
        var _ = channel.close();
    }

    /** Closes the channel at once, although a write may be pending. */
    public void abort() {
        // From the context of TLS on, the close does not pass TLS, which would wait for its last record.
        ChannelHandlerContext secured = tls == null ? null : channel.pipeline().context(tls);
        var _ = secured == null ? channel.close() : secured.close();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.read();
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof ByteBuf bytes && bytes.isReadable()) {
                byte[] copy = ByteBufUtil.getBytes(bytes);
                lock.lock();
                try {
                    received.add(copy);
                    arrived.signalAll();
                } finally {
                    lock.unlock();
                }
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        lock.lock();
        try {
            if (!received.isEmpty()) {
                return;
            }
        } finally {
            lock.unlock();
        }
        context.read(); // only records of TLS without data arrived
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        end(null);
        context.fireChannelInactive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslCloseCompletionEvent) { // the peer ends its bytes, and may keep TCP open
            end(null);
        } else if (event instanceof CertificateEnded ended) {
            end(new CertificateException(ended.why()));
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        end(cause);
        var _ = context.close();
    }

    private void end(@Nullable Throwable cause) {
        lock.lock();
        try {
            ended = true;
            if (failure == null) {
                failure = cause;
            }
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private int take(byte[] into, int offset, int length) throws IOException {
        lock.lock();
        try {
            long left = timeoutNanos;
            while (received.isEmpty()) {
                if (failure != null) {
                    throw new IOException(reason(failure), failure);
                }
                if (ended) {
                    return -1;
                }
                if (left <= 0) {
                    throw new SocketTimeoutException("no byte arrived in time");
                }
                left = arrived.awaitNanos(left);
            }
            byte[] first = received.element();
            int count = Math.min(length, first.length - taken);
            System.arraycopy(first, taken, into, offset, count);
            taken += count;
            if (taken == first.length) {
                received.remove();
                taken = 0;
                if (received.isEmpty()) {
                    var _ = channel.read();
                }
            }
            return count;
        } catch (InterruptedException e) {
            throw interrupted();
        } finally {
            lock.unlock();
        }
    }

    private void put(byte[] bytes) throws IOException {
        ChannelFuture written = channel.writeAndFlush(Unpooled.wrappedBuffer(bytes));
        await(written);
        Throwable cause = written.cause();
        if (cause != null) {
            throw new IOException(reason(cause), cause);
        }
    }

    private static void await(Future<?> future) throws InterruptedIOException {
        try {
            future.await();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while waiting for the peer");
    }

    private static String reason(Throwable cause) {
        return cause instanceof ClosedChannelException
                ? "the connection is closed"
                : String.valueOf(cause.getMessage());
    }
}
