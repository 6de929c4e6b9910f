// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.admission.Admitted;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.collector.router.RouterState;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of one router. Netty's thread puts messages into a queue, and a virtual thread hands them in order to
 * the {@link RouterState}. The socket is read only while the queue is short.
 */
final class BmpConnection extends SimpleChannelInboundHandler<Object> implements RouterConnection {
    private static final Logger log = LoggerFactory.getLogger(BmpConnection.class);
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Marks the end of the queue, behind the last message. */
    private record End() {}

    private final ConnectionRegistry connections;
    private final RouterSessions routers;
    private final BmpLimits limits;
    private final BooleanSupplier serverCloses;
    private final CatchUp catchUp = new CatchUp();
    private final Channel channel;
    private final String ip;
    private final Admitted admitted;
    private final BmpFrameDecoder frames;
    private final KafkaOutput.Share share;
    private final LinkedBlockingQueue<Object> queue = new LinkedBlockingQueue<>();
    private final AtomicLong queued = new AtomicLong();
    private final CompletableFuture<Void> finished = new CompletableFuture<>();
    private volatile String closedBecause = "the connection ended";
    // Confined to the channel's thread.
    private long pausedAt;
    private long addedAt;
    private boolean hasReceived;
    private @Nullable ScheduledFuture<?> watch;
    // Confined to the virtual thread, except for volatile fields.
    private @Nullable RouterIdentity identity;
    private @Nullable RouterState router; // null before the first message, and while another collector owns the router
    private volatile boolean standingBy;
    private volatile long knownGap;

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
        this.connections = connections;
        this.routers = routers;
        this.limits = limits;
        this.serverCloses = serverCloses;
        this.channel = channel;
        this.ip = admitted.ip();
        this.admitted = admitted;
        this.frames = frames;
        this.share = routers.output().share();
    }

    /** Starts the thread that handles messages. */
    void start() {
        Thread.ofVirtual().name("bmp-" + ip).start(this::run);
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
    public KafkaOutput.Share share() {
        return share;
    }

    @Override
    public CompletableFuture<Void> finished() {
        return finished;
    }

    /** Starts the checks of the time limits for the first message and for a whole message. */
    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        addedAt = System.nanoTime();
        long period = Math.max(
                1,
                Math.min(limits.firstMessage().toNanos(), limits.wholeMessage().toNanos()) / 4);
        watch = ctx.executor().scheduleWithFixedDelay(this::watch, period, period, TimeUnit.NANOSECONDS);
    }

    private void watch() {
        long now = System.nanoTime();
        if (!channel.config().isAutoRead()) {
            frames.restartClock(now); // the socket is not read now
        } else if (!hasReceived && now - addedAt > limits.firstMessage().toNanos()) {
            routers.metrics().closed("no-message");
            close("no message within " + limits.firstMessage());
        } else if (frames.partialFor(now) > limits.wholeMessage().toNanos()) {
            routers.metrics().closed("stalled");
            close("incomplete message after " + limits.wholeMessage());
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Object message) {
        hasReceived = true;
        queue.add(message);
        if (message instanceof Bytes bytes && queued.addAndGet(bytes.length()) > limits.queueHigh()) {
            pause();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof IdleStateEvent) {
            // A router whose socket is not read is not idle.
            if (channel.config().isAutoRead()) {
                routers.metrics().closed("idle");
                close("no message for " + limits.idle());
            }
        } else {
            super.userEventTriggered(ctx, event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (watch != null) {
            watch.cancel(false);
        }
        resume();
        queue.add(new End());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            log.info(
                    "connection broke: ip={} error={}",
                    ip,
                    NetworkText.description(String.valueOf(cause.getMessage())));
        } else {
            log.error("closing connection: ip={} reason=internal error", ip, cause);
        }
        close("the connection broke: " + cause.getMessage());
    }

    private void pause() {
        if (channel.config().isAutoRead()) {
            pausedAt = System.nanoTime();
            channel.config().setAutoRead(false);
            if (queued.get() < limits.queueLow()) {
                resume(); // the virtual thread emptied the queue before the pause was visible to it
            }
        }
    }

    private void resume() {
        if (!channel.config().isAutoRead()) {
            routers.metrics().backpressure(System.nanoTime() - pausedAt);
            channel.config().setAutoRead(true);
        }
    }

    @Override
    public boolean isCatchingUp() {
        return catchUp.isBehind();
    }

    /** Handles messages until the connection ends; the body of the virtual thread. */
    private void run() {
        try {
            long lastTick = System.nanoTime();
            while (true) {
                Object next = queue.poll(TICK_NANOS, TimeUnit.NANOSECONDS);
                if (next instanceof End) {
                    return;
                }
                if (!routers.intake().isOpen()) {
                    catchUp.pausing();
                }
                if (!routers.intake().awaitOpen(serverCloses)) {
                    return; // the router sends the unread messages again on its next connection
                }
                share.awaitRoom();
                if (next != null) {
                    handle(next);
                } else {
                    catchUp.idle();
                }
                if (System.nanoTime() - lastTick >= TICK_NANOS) {
                    lastTick = System.nanoTime();
                    tick();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.error("disconnecting router after an internal error: ip={}", ip, e);
            close("internal error of the collector: " + e);
        } finally {
            finish();
        }
    }

    private void handle(Object next) throws InterruptedException {
        switch (next) {
            case Bytes message -> {
                message(message);
                catchUp.handled(message, routers.nowMicros(), queue.isEmpty());
                if (queued.addAndGet(-message.length()) < limits.queueLow()) {
                    wakeChannel();
                }
            }
            case BmpFrameDecoder.Lost lost -> lost(lost);
            default -> throw new IllegalStateException("unexpected " + next);
        }
    }

    private void message(Bytes message) throws InterruptedException {
        if (identity == null) {
            RouterIdentity known = identity(message);
            identity = known;
            knownGap = routers.newestGap(); // all messages of this connection are published after that gap
            connections.identified(this, known);
            if (routers.ownership().claim(known, () -> !channel.isActive())) {
                router = routers.state(this, known, admitted.permission());
            } else {
                standBy(known);
            }
        }
        RouterState known = router;
        if (known == null) {
            return; // the owner of the router publishes the message
        }
        if (!routers.ownership().isHeld(known.identity().hash())) {
            router = null; // another collector owns the sessions now; do not mark them as lost
            standBy(known.identity());
            return;
        }
        known.message(message, routers.nowMicros());
        routers.publishRaw(share, known.identity(), message);
    }

    private void standBy(RouterIdentity known) {
        standingBy = true;
        log.info("standing by, another collector owns the router: router={}", known.label());
    }

    @Override
    public boolean isStandingBy() {
        return standingBy;
    }

    @Override
    public long knownGap() {
        return knownGap;
    }

    private void tick() throws InterruptedException {
        RouterState known = router;
        if (known != null) {
            if (routers.ownership().isHeld(known.identity().hash())) {
                known.tick(routers.nowMicros());
            }
        } else if (identity != null
                && standingBy
                && channel.isActive()
                && routers.ownership().isFree(identity.hash())
                && routers.ownership().claim(identity, () -> !channel.isActive())) {
            standingBy = false;
            routers.takenOver(this, identity);
        }
    }

    private void wakeChannel() {
        if (!channel.config().isAutoRead()) {
            channel.eventLoop().execute(() -> {
                if (queued.get() < limits.queueLow()) {
                    resume();
                }
            });
        }
    }

    private void lost(BmpFrameDecoder.Lost lost) {
        log.warn("unreadable BMP stream: ip={} error={}", ip, lost.error());
        RouterState known = router;
        if (known != null) {
            known.reject("bmp", null, lost.error(), lost.bytes(), routers.nowMicros());
        } else {
            routers.reject(share, admitted.identity(""), lost);
        }
        if (channel.isActive()) {
            routers.metrics().closed("framing");
            close("unreadable BMP stream: " + lost.error().message());
        }
    }

    /**
     * Returns the identity of the router, with the sysName of its Initiation (RFC 7854 section 4.3). A router whose
     * first message is of another type has no sysName.
     */
    private RouterIdentity identity(Bytes first) {
        String name = BmpCodec.decode(first) instanceof Decoded.Ok<BmpMessage>(Initiation initiation)
                ? initiation.sysName().orElse("")
                : "";
        return admitted.identity(name);
    }

    private void finish() {
        standingBy = false;
        RouterState known = router;
        try {
            if (known != null && routers.ownership().owns(known.identity().hash())) {
                known.disconnected(closedBecause, routers.nowMicros());
            }
        } catch (RuntimeException e) {
            log.error("cannot mark sessions as lost: ip={}", ip, e);
        } finally {
            routers.removed(this, identity);
            finished.complete(null);
        }
    }
}
