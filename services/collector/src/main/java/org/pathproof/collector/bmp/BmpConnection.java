// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.quic.QuicException;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.admission.Admitted;
import org.pathproof.collector.kafka.Lane;
import org.pathproof.collector.router.InstanceSigns;
import org.pathproof.transport.tls.CertificateEnded;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of one router. The channel's event loop handles messages, as long as nothing has to wait. Otherwise,
 * the event loop puts messages into a queue, and a virtual thread handles them in order, and ends when the queue is
 * empty. The socket is read only while the queue is short.
 */
final class BmpConnection extends SimpleChannelInboundHandler<Object> implements RouterConnection {
    private static final Logger log = LoggerFactory.getLogger(BmpConnection.class);

    /** A step of the queue beside messages. */
    private enum Step {
        /** Sends the records that the event loop left in the lane. */
        FLUSH,
        /** Follows each second. */
        TICK,
        /** Follows the last message. */
        END
    }

    private final RouterSessions routers;
    private final BmpLimits limits;
    private final BooleanSupplier serverCloses;
    private final CatchUp catchUp = new CatchUp();
    private final Channel channel;
    private final String ip;
    private final BmpFrameDecoder frames;
    private final Lane lane;
    private final ConnectedRouter router;
    private final MessageQueue queue;
    private final CompletableFuture<Void> finished = new CompletableFuture<>();
    private volatile String closedBecause = "the connection ended";
    /** True after an internal error, and when the server closes. Messages are then dropped. */
    private volatile boolean broken;

    private volatile boolean tickPending;
    // Confined to the channel's thread.
    private long pausedAt;
    private long addedAt;
    private boolean hasReceived;
    private @Nullable ScheduledFuture<?> watch;
    private @Nullable ScheduledFuture<?> ticks;
    /** True if a message was handled since the last tick. Confined to the thread that handles messages. */
    private boolean handledSinceTick;

    /** @param serverCloses returns true once the server closes, which ends the waiting for the intake */
    BmpConnection(
            ConnectionRegistry connections,
            RouterSessions routers,
            BmpLimits limits,
            BooleanSupplier serverCloses,
            Channel channel,
            Admitted admitted,
            BmpFrameDecoder frames) {
        super(Object.class);
        this.routers = routers;
        this.limits = limits;
        this.serverCloses = serverCloses;
        this.channel = channel;
        this.ip = admitted.ip();
        this.frames = frames;
        this.lane = routers.output().lane(() -> close("Kafka refused a record"));
        this.queue = new MessageQueue("bmp-" + ip, this::take, this::wakeChannel);
        this.router = new ConnectedRouter(this, connections, routers, admitted);
    }

    @Override
    public void close(String reason) {
        closedBecause = NetworkText.description(reason);
        log.info("closing connection: ip={} reason={}", ip, closedBecause);
        var _ = channel.close();
    }

    @Override
    public boolean isOpen() {
        return channel.isActive();
    }

    @Override
    public Lane lane() {
        return lane;
    }

    @Override
    public CompletableFuture<Void> finished() {
        return finished;
    }

    /** Starts the ticks, and the checks of the time limits for the first message and for a whole message. */
    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        addedAt = System.nanoTime();
        long period = Math.max(
                1,
                Math.min(limits.firstMessage().toNanos(), limits.wholeMessage().toNanos()) / 4);
        watch = ctx.executor().scheduleWithFixedDelay(this::watch, period, period, TimeUnit.NANOSECONDS);
        ticks = ctx.executor().scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    private void watch() {
        long now = System.nanoTime();
        if (!channel.config().isAutoRead()) {
            frames.restartClock(now); // the socket is not read now
        } else if (!hasReceived && now - addedAt > limits.firstMessage().toNanos()) {
            routers.metrics().countClosed("no-message");
            close("no message within " + limits.firstMessage());
        } else if (frames.partialFor(now) > limits.wholeMessage().toNanos()) {
            routers.metrics().countClosed("stalled");
            close("incomplete message after " + limits.wholeMessage());
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Object message) {
        hasReceived = true;
        if (message instanceof Bytes bytes && neverWaits()) {
            handleAtOnce(bytes);
        } else {
            enqueue(message);
        }
    }

    /** Returns true if the event loop can handle the next message, and everything before it is handled. */
    private boolean neverWaits() {
        return queue.isIdle()
                && !broken
                && !catchUp.isBehind()
                && routers.intake().isOpen()
                && lane.hasRoom()
                && router.isDecided();
    }

    private void handleAtOnce(Bytes message) {
        runOnEventLoop(() -> {
            router.handle(message);
            recordHandled(message, true);
        });
    }

    private void runOnEventLoop(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            closeForError(e);
        }
        if (!lane.isFlushed()) {
            enqueue(Step.FLUSH);
        }
    }

    private void recordHandled(Bytes message, boolean nothingWaits) {
        handledSinceTick = true;
        catchUp.recordHandled(message, routers.nowMicros(), System.nanoTime(), nothingWaits);
    }

    private void closeForError(RuntimeException e) {
        broken = true;
        log.error(getMarker("bmp-internal-error"), "disconnecting router after an internal error: ip={}", ip, e);
        close("internal error of the collector: " + e);
    }

    private void tick() {
        if (neverWaits() && !router.isTakeable()) {
            handledSinceTick = false;
            runOnEventLoop(router::tick);
        } else if (!tickPending) {
            tickPending = true;
            enqueue(Step.TICK);
        }
    }

    private void enqueue(Object next) {
        queue.add(next);
        if (queue.bytes() > limits.queueHigh()) {
            pause();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof IdleStateEvent) {
            // A router whose socket is not read is not idle.
            if (channel.config().isAutoRead()) {
                routers.metrics().countClosed("idle");
                close("no message for " + limits.idle());
            }
        } else if (event instanceof CertificateEnded ended) {
            routers.metrics().countClosed(ended.kind().label());
            close(ended.why());
        } else {
            super.userEventTriggered(ctx, event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (watch != null) {
            watch.cancel(false);
        }
        if (ticks != null) {
            ticks.cancel(false);
        }
        resume();
        enqueue(Step.END);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException || cause instanceof QuicException) {
            log.info(
                    "connection broke: ip={} error={}",
                    ip,
                    NetworkText.description(String.valueOf(cause.getMessage())));
        } else {
            log.error(getMarker("bmp-channel-error"), "closing connection: ip={} reason=internal error", ip, cause);
        }
        close("the connection broke: " + cause.getMessage());
    }

    private void pause() {
        if (channel.config().isAutoRead()) {
            pausedAt = System.nanoTime();
            channel.config().setAutoRead(false);
            if (queue.bytes() < limits.queueLow()) {
                resume(); // the virtual thread emptied the queue before the pause was visible to it
            }
        }
    }

    private void resume() {
        if (!channel.config().isAutoRead()) {
            routers.metrics().addBackpressure(System.nanoTime() - pausedAt);
            channel.config().setAutoRead(true);
        }
    }

    @Override
    public boolean isCatchingUp() {
        return catchUp.isSettling(System.nanoTime());
    }

    /** Handles an object of the queue, on the virtual thread. */
    private void take(Object next) {
        try {
            lane.flush();
            await(next);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            broken = true;
            close("interrupted");
        } catch (RuntimeException e) {
            closeForError(e);
        }
        if (next == Step.END) {
            finish();
        }
    }

    private void await(Object next) throws InterruptedException {
        if (next == Step.TICK) {
            tickPending = false;
        }
        if (broken || next == Step.FLUSH || next == Step.END) {
            return;
        }
        if (!routers.intake().isOpen()) {
            catchUp.onPause();
        }
        if (routers.intake().awaitOpen(serverCloses)) {
            lane.awaitRoom();
            handle(next);
        } else {
            broken = true; // the router sends the unread messages again on its next connection
        }
    }

    private void handle(Object next) throws InterruptedException {
        switch (next) {
            case Bytes message -> {
                router.awaitAndHandle(message);
                recordHandled(message, queue.isEmpty());
            }
            case BmpFrameDecoder.Lost lost -> closeUnframed(lost);
            case Step.TICK -> {
                if (!handledSinceTick && queue.isEmpty()) {
                    catchUp.onIdle(System.nanoTime());
                }
                handledSinceTick = false;
                router.awaitAndTick();
            }
            default -> throw new IllegalStateException("unexpected " + next);
        }
    }

    @Override
    public InstanceSigns signs() {
        return router.signs();
    }

    @Override
    public int instance() {
        return router.instance();
    }

    @Override
    public void endSessions() {
        router.endSessions();
    }

    @Override
    public boolean isStandingBy() {
        return router.isStandingBy();
    }

    @Override
    public long oldestMessageNanos(long nowNanos) {
        return queue.oldestNanos(nowNanos);
    }

    @Override
    public long knownGap() {
        return router.knownGap();
    }

    private void wakeChannel() {
        if (queue.bytes() < limits.queueLow() && !channel.config().isAutoRead()) {
            channel.eventLoop().execute(() -> {
                if (queue.bytes() < limits.queueLow()) {
                    resume();
                }
            });
        }
    }

    private void closeUnframed(BmpFrameDecoder.Lost lost) {
        log.warn(getMarker("bmp-stream-unreadable"), "unreadable BMP stream: ip={} error={}", ip, lost.error());
        router.rejectUnframed(lost);
        if (channel.isActive()) {
            routers.metrics().countClosed("framing");
            close("unreadable BMP stream: " + lost.error().message());
        }
    }

    private void finish() {
        try {
            router.disconnect(closedBecause);
        } finally {
            finished.complete(null);
        }
    }
}
