// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.common.channel.ChannelPipedInputStream;
import org.apache.sshd.common.io.IoInputStream;
import org.apache.sshd.common.io.IoOutputStream;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.channel.PipeDataReceiver;
import org.apache.sshd.server.command.AsyncCommandStreamsAware;
import org.apache.sshd.server.command.Command;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.rtr.RtrAcceptor;

/**
 * A router's channel of SSH. Received bytes wait in a pipe as large as the window. A write returns after the system has
 * taken all its bytes, because the router chooses its window, and unsent packets would fill the memory.
 */
final class SshConnection implements RtrAcceptor.Connection, Command, AsyncCommandStreamsAware {
    private final RtrAcceptor.Gate gate;
    private final ChannelSession channel;
    private final InetSocketAddress router;
    private final Duration closeTime;
    private final InputStream received;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile @Nullable IoOutputStream sent;
    private volatile @Nullable ExitCallback exit;

    /**
     * Creates a connection.
     *
     * @param closeTime time limit for the router to close its channel after the end of the RTR session
     */
    SshConnection(RtrAcceptor.Gate gate, ChannelSession channel, InetSocketAddress router, Duration closeTime) {
        this.gate = gate;
        this.channel = channel;
        this.router = router;
        this.closeTime = closeTime;
        // With a receiver of its own, the channel has blocking input beside asynchronous output.
        PipeDataReceiver receiver = new PipeDataReceiver(channel, channel.getLocalWindow());
        channel.setDataReceiver(receiver);
        this.received = receiver.getIn();
    }

    @Override
    public void start(ChannelSession started, Environment environment) {
        Thread.ofVirtual().name("rtr-server-session").start(() -> gate.serve(this));
    }

    @Override
    public void destroy(ChannelSession ended) {
        closed.completeExceptionally(new IOException("the connection is closed"));
    }

    @Override
    public InetSocketAddress router() {
        return router;
    }

    @Override
    public InputStream input() {
        return received;
    }

    @Override
    public void setReadTimeout(int millis) {
        if (received instanceof ChannelPipedInputStream pipe) {
            pipe.setTimeout(millis);
        }
    }

    @Override
    public OutputStream output() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                put(new byte[] {(byte) value});
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                Objects.checkFromIndexSize(offset, length, from.length);
                put(Arrays.copyOfRange(from, offset, offset + length));
            }
        };
    }

    private void put(byte[] bytes) throws IOException {
        CompletableFuture<Void> written = new CompletableFuture<>();
        Objects.requireNonNull(sent).writeBuffer(new ByteArrayBuffer(bytes)).addListener(done -> {
            Throwable cause = done.getException();
            if (cause == null) {
                written.complete(null);
            } else {
                written.completeExceptionally(cause);
            }
        });
        try {
            CompletableFuture.anyOf(written, closed).get();
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IOException(cause.getMessage(), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the router");
        }
    }

    /** Does nothing, because {@link #close} sends the end after all bytes. */
    @Override
    public void shutdownOutput() {}

    @Override
    public void close() {
        Session session = channel.getSession();
        // The connection ends after the channel, which the router may have closed before.
        channel.addCloseFutureListener(ended -> session.close(false));
        ExitCallback callback = exit;
        if (callback != null && !closed.isDone()) {
            callback.onExit(0);
        }
        // SSHD waits without limit for a router to close its channel.
        try {
            ScheduledFuture<?> end = session.getFactoryManager()
                    .getScheduledExecutorService()
                    .schedule(() -> session.close(true), closeTime.toMillis(), TimeUnit.MILLISECONDS);
            session.addCloseFutureListener(ended -> end.cancel(false));
        } catch (RejectedExecutionException e) { // the server stops
            session.close(true);
        }
    }

    @Override
    public void abort() {
        destroy(channel);
        channel.getSession().close(true);
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
        exit = callback;
    }

    @Override
    public void setIoOutputStream(IoOutputStream out) {
        sent = out;
    }

    @Override
    public void setIoErrorStream(IoOutputStream error) {}

    @Override
    public void setIoInputStream(IoInputStream in) {}

    @Override
    public void setInputStream(InputStream in) {}

    @Override
    public void setOutputStream(OutputStream out) {}

    @Override
    public void setErrorStream(OutputStream error) {}
}
