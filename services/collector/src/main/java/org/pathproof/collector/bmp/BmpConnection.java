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
 * One router's connection. Netty's thread puts messages into a queue; a virtual thread takes them out, in order, and gives them to the
 * {@link RouterState}. The socket is read only while the queue is short.
 */
final class BmpConnection extends SimpleChannelInboundHandler<Object> {
    private static final Logger log = LoggerFactory.getLogger(BmpConnection.class);
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Stands in the queue behind all that was received. */
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
    // Of the channel's thread alone.
    private long pausedAt;
    private long addedAt;
    private boolean heard;
    private @Nullable ScheduledFuture<?> watch;
    // Of the virtual thread alone.
    private @Nullable RouterIdentity identity;
    private @Nullable RouterState router; // null while another collector owns it
    private volatile boolean standingBy;
    private volatile long knownGap;

    /** @param serverCloses true once the server closes: waiting for the intake ends then */
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

    /** Ends the connection; what was received is still handled. Safe for use by any thread. */
    void close(String reason) {
        closedBecause = NetworkText.description(reason);
        log.info("connection of {} is closed: {}", ip, closedBecause);
        var _ = channel.close();
    }

    /** Returns false when it is closed, though what it received may still be handled. Safe for use by any thread. */
    boolean isOpen() {
        return channel.isActive();
    }

    /** What it has on its way to Kafka. */
    KafkaOutput.Share share() {
        return share;
    }

    /** Done when everything received has been handled and the sessions are marked as lost. */
    CompletableFuture<Void> finished() {
        return finished;
    }

    /** Looks now and then whether the router keeps a message, or its first one, back. */
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
            frames.restartClock(now); // it waits for us
        } else if (!heard && now - addedAt > limits.firstMessage().toNanos()) {
            routers.metrics().closed("no-message");
            close("it has not said who it is in " + limits.firstMessage());
        } else if (frames.partialFor(now) > limits.wholeMessage().toNanos()) {
            routers.metrics().closed("stalled");
            close("a message of it was not whole after " + limits.wholeMessage());
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Object message) {
        heard = true;
        queue.add(message);
        if (message instanceof Bytes octets && queued.addAndGet(octets.length()) > limits.queueHigh()) {
            pause();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof IdleStateEvent) {
            // A router that waits for us to read is not idle.
            if (channel.config().isAutoRead()) {
                routers.metrics().closed("idle");
                close("nothing came for " + limits.idle());
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
            log.info("connection of {} broke: {}", ip, NetworkText.description(String.valueOf(cause.getMessage())));
        } else {
            log.error("connection of {} is closed for a fault of ours", ip, cause);
        }
        close("the connection broke: " + cause.getMessage());
    }

    private void pause() {
        if (channel.config().isAutoRead()) {
            pausedAt = System.nanoTime();
            channel.config().setAutoRead(false);
            if (queued.get() < limits.queueLow()) {
                resume(); // the queue was emptied just now, by a thread that still saw the socket being read
            }
        }
    }

    private void resume() {
        if (!channel.config().isAutoRead()) {
            routers.metrics().backpressure(System.nanoTime() - pausedAt);
            channel.config().setAutoRead(true);
        }
    }

    /** Returns true while what waited during a pause of the intake is being taken in. Safe for use by any thread. */
    boolean isCatchingUp() {
        return catchUp.isBehind();
    }

    /** The virtual thread. */
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
                    return; // what waited unread is sent again on the next connection
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
            log.error("messages of {} cannot be handled, disconnecting it", ip, e);
            close("the collector failed: " + e);
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
            knownGap = routers.newestGap(); // all of this connection is published after it
            connections.identified(this, known);
            if (routers.ownership().claim(known, () -> !channel.isActive())) {
                router = routers.state(this, known, admitted.permission());
            } else {
                standBy(known);
            }
        }
        RouterState known = router;
        if (known == null) {
            return; // whoever owns the router publishes it
        }
        if (!routers.ownership().isHeld(known.identity().hash())) {
            router = null; // its sessions are not ours any more, not even to be marked as lost
            standBy(known.identity());
            return;
        }
        known.message(message, routers.nowMicros());
        routers.publishRaw(share, known.identity(), message);
    }

    private void standBy(RouterIdentity known) {
        standingBy = true;
        log.info("standing by for router {}: another collector publishes what it sends", known.label());
    }

    /** Whether the router is another collector's. Safe for use by any thread. */
    boolean isStandingBy() {
        return standingBy;
    }

    /** The newest gap that was known before anything of this connection was published. Safe for use by any thread. */
    long knownGap() {
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
        log.warn("stream of {} cannot be read on: {}", ip, lost.error());
        RouterState known = router;
        if (known != null) {
            known.reject("bmp", null, lost.error(), lost.octets(), routers.nowMicros());
        } else {
            routers.reject(share, admitted.identity(""), lost);
        }
        if (channel.isActive()) {
            routers.metrics().closed("framing");
            close("its stream cannot be read: " + lost.error().message());
        }
    }

    /** The first message of a router is its Initiation (RFC 7854 section 4.3); a router that begins otherwise has no name. */
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
            log.error("sessions of {} could not be marked as lost", ip, e);
        } finally {
            routers.gone(this, identity);
            finished.complete(null);
        }
    }
}
