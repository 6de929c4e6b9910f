// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.bgp.UpdateSource;
import org.pathproof.bgp.session.BgpSession;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.bgp.session.Direction;
import org.pathproof.bgp.session.SessionAction;
import org.pathproof.bgp.session.StopReason;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Update;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A neighbor on its event loop: carries out the actions of the state machine, and polls the source of messages. */
final class RunningNeighbor {
    private static final Logger log = LoggerFactory.getLogger(RunningNeighbor.class);
    /** Maximum number of open connections from the neighbor, including connections that are being closed. */
    private static final int MAX_INBOUND = 16;

    private static final long NO_TICK_NANOS = TimeUnit.DAYS.toNanos(1);

    private final Neighbor neighbor;
    private final SourcePump pump;
    private final SpeakerListener listener;
    private final Transport transport;
    private final EventLoop loop;
    private final WriteBufferWaterMark waterMark;
    private final BgpSession session;
    private final Map<Integer, Link> links = new HashMap<>(4);
    private final AtomicInteger inbound = new AtomicInteger();
    private final Counters counters = new Counters();
    private final ArrayDeque<SessionAction> actions = new ArrayDeque<>();
    private boolean acting;
    private int nextLink;
    private @Nullable Channel connecting;
    private @Nullable ScheduledFuture<?> tick;
    private long tickAt;
    private volatile @Nullable NegotiatedSession negotiated;
    private volatile BgpState state = BgpState.IDLE;
    private volatile Instant since = Instant.now();
    private volatile Optional<String> lastError = Optional.empty();

    RunningNeighbor(
            Neighbor neighbor,
            UpdateSource source,
            SpeakerListener listener,
            Transport transport,
            EventLoop loop,
            int highWaterMark) {
        this.neighbor = neighbor;
        this.pump = new SourcePump(source, loop, new PumpOutput());
        this.listener = listener;
        this.transport = transport;
        this.loop = loop;
        this.waterMark = new WriteBufferWaterMark(highWaterMark / 2, highWaterMark);
        this.session = new BgpSession(neighbor.session(), new SplittableRandom());
    }

    Neighbor neighbor() {
        return neighbor;
    }

    NeighborStatus status() {
        return new NeighborStatus(
                neighbor,
                state,
                since,
                lastError,
                Optional.ofNullable(negotiated),
                counters.messagesSent.sum(),
                counters.bytesSent.sum(),
                counters.messagesReceived.sum(),
                counters.bytesReceived.sum(),
                counters.sessions.sum());
    }

    void start() {
        loop.execute(() -> act(session.start(System.nanoTime())));
    }

    /** Ends the session, and runs {@code ended} when all connections are closed. */
    void stop(StopReason reason, String text, Runnable ended) {
        loop.execute(() -> {
            AtomicInteger open = new AtomicInteger(links.size() + 1);
            Runnable closed = () -> {
                if (open.decrementAndGet() == 0) {
                    ended.run();
                }
            };
            links.values().forEach(link -> link.onClosed(closed));
            act(session.stop(reason, text, System.nanoTime()));
            closed.run();
        });
    }

    void reset(String text) {
        loop.execute(() -> act(session.reset(text, System.nanoTime())));
    }

    /** Takes over a connection that the neighbor opened. Its channel is not registered with an event loop yet. */
    void accept(Channel channel) {
        if (inbound.incrementAndGet() > MAX_INBOUND) {
            log.debug("neighbor={} event=refused reason=\"{} connections are open\"", neighbor, MAX_INBOUND);
            discard(channel);
            return;
        }
        try {
            prepare(channel, Direction.INBOUND);
        } catch (ChannelException e) {
            log.error(
                    getMarker("bgp-neighbor-refused"),
                    "neighbor={} event=refused reason=\"{}\"",
                    neighbor,
                    e.getMessage());
            discard(channel);
            return;
        }
        channel.closeFuture().addListener(future -> inbound.decrementAndGet());
        var _ = loop.register(channel); // closes the channel on failure
    }

    /** Closes a connection without an event loop, which completes no future. */
    private void discard(Channel channel) {
        inbound.decrementAndGet();
        channel.unsafe().closeForcibly();
    }

    private void prepare(Channel channel, Direction direction) {
        transport.prepare(channel, neighbor, direction == Direction.OUTBOUND);
        channel.config().setWriteBufferWaterMark(waterMark);
        TlsGate.install(neighbor, channel, direction, why -> onOpenFailure(channel, direction, why));
        channel.pipeline().addLast(new MessageDecoder(new LinkReceiver(channel, direction)));
    }

    private void connect() {
        Channel channel = transport.channels().newChannel();
        connecting = channel;
        try {
            prepare(channel, Direction.OUTBOUND);
        } catch (ChannelException e) {
            channel.unsafe().closeForcibly();
            onConnectFailure(channel, neighbor.protection() + " cannot be set: " + e.getMessage());
            return;
        }
        channel.config().setConnectTimeoutMillis(0); // the state machine has its own timer
        InetSocketAddress to = new InetSocketAddress(neighbor.address(), neighbor.port());
        var _ = loop.register(channel);
        neighbor.localAddress()
                .map(from -> channel.connect(to, new InetSocketAddress(from, 0)))
                .orElseGet(() -> channel.connect(to))
                .addListener(future -> {
                    if (!future.isSuccess()) {
                        onConnectFailure(
                                channel, "connection failed: " + future.cause().getMessage());
                        var _ = channel.close();
                    }
                });
    }

    private void onConnectFailure(Channel channel, String why) {
        if (channel.equals(connecting)) {
            connecting = null;
            act(session.connectFailed(why, System.nanoTime()));
        }
    }

    /** Reports a connection that failed before it was open. */
    private void onOpenFailure(Channel channel, Direction direction, String why) {
        if (direction == Direction.INBOUND) {
            log.info("neighbor={} event=refused reason=\"{}\"", neighbor, why);
            act(session.acceptFailed(why));
        } else {
            onConnectFailure(channel, why);
        }
    }

    private void write(Link link, Bytes message) {
        counters.countSent(message.length());
        link.write(message);
    }

    private void flush(Link link) {
        link.flush();
        if (link.beganToWait()) {
            act(session.sent(link.id, true, System.nanoTime()));
        }
    }

    private void onWriteProgress(Link link) {
        act(session.sent(link.id, link.isWaiting(), System.nanoTime()));
    }

    /** Carries out actions in order, including the actions that they cause. */
    private void act(List<SessionAction> more) {
        actions.addAll(more);
        if (acting) {
            return;
        }
        acting = true;
        try {
            for (SessionAction action = actions.poll(); action != null; action = actions.poll()) {
                carryOut(action);
            }
        } finally {
            acting = false;
        }
        report();
        scheduleTick();
    }

    private void carryOut(SessionAction action) {
        switch (action) {
            case SessionAction.Connect() -> connect();
            case SessionAction.AbortConnect() -> {
                Channel channel = connecting;
                connecting = null;
                if (channel != null) {
                    var _ = channel.close();
                }
            }
            case SessionAction.Send(int id, BgpMessage message) -> {
                Link link = links.get(id);
                if (link != null) {
                    write(link, BgpCodec.encode(message, BgpSessionOptions.DEFAULT));
                    flush(link);
                }
            }
            case SessionAction.Close(int id, String why, boolean abort) -> {
                Link link = links.remove(id);
                log.info("neighbor={} event=close reason=\"{}\"", neighbor, why);
                if (link != null && abort) {
                    link.abort();
                } else if (link != null) {
                    link.close();
                }
            }
            case SessionAction.Established(int id, NegotiatedSession facts) -> {
                Link link = Objects.requireNonNull(links.get(id));
                negotiated = facts;
                counters.sessions.increment();
                log.info("neighbor={} event=established families={}", neighbor, facts.families());
                pump.start(link, facts);
            }
            case SessionAction.Down(String why) -> {
                negotiated = null;
                log.info("neighbor={} event=down reason=\"{}\"", neighbor, why);
                pump.end();
            }
            case SessionAction.Refresh(AfiSafi family) -> pump.refresh(family);
            case SessionAction.Received(Update update, boolean treatAsWithdraw) ->
                listener.onUpdate(neighbor, update, treatAsWithdraw);
        }
    }

    private void report() {
        BgpState before = state;
        BgpState after = session.state();
        lastError = session.lastError();
        if (before != after) {
            since = Instant.now();
            state = after;
            listener.onStateChange(neighbor, before, after, lastError.orElse(""));
        }
    }

    private void scheduleTick() {
        long now = System.nanoTime();
        long delay = session.untilTick(now, NO_TICK_NANOS);
        ScheduledFuture<?> scheduled = tick;
        if (scheduled != null && tickAt - (now + delay) <= 0) {
            return; // the scheduled tick is earlier, and schedules the next one
        }
        if (scheduled != null) {
            scheduled.cancel(false);
        }
        tickAt = now + delay;
        tick = loop.schedule(this::tick, delay, TimeUnit.NANOSECONDS);
    }

    private void tick() {
        tick = null;
        act(session.tick(System.nanoTime()));
    }

    /** Writes the messages of the source to the connection. */
    private final class PumpOutput implements SourcePump.Output {
        @Override
        public void write(Link link, Bytes message) {
            RunningNeighbor.this.write(link, message);
        }

        @Override
        public void flush(Link link) {
            RunningNeighbor.this.flush(link);
        }

        /** Aborts the connection. A neighbor with graceful restart keeps the routes, as after a crash. */
        @Override
        public void onSourceFailure(Link link, RuntimeException e) {
            log.error(getMarker("bgp-source-failed"), "neighbor={} event=source-failed", neighbor, e);
            links.remove(link.id);
            link.abort();
            act(session.closed(link.id, "internal error: " + e, System.nanoTime()));
        }
    }

    /** Events of one connection. */
    private final class LinkReceiver implements MessageDecoder.Receiver {
        private final Channel channel;
        private final Direction direction;
        private @Nullable Link link;

        LinkReceiver(Channel channel, Direction direction) {
            this.channel = channel;
            this.direction = direction;
        }

        @Override
        public void onOpen() {
            Link opened = new Link(nextLink++, channel, RunningNeighbor.this::onWriteProgress);
            link = opened;
            links.put(opened.id, opened);
            if (channel.equals(connecting)) {
                connecting = null;
            }
            act(session.connected(opened.id, direction, opened.localAddress(), neighbor.address(), System.nanoTime()));
        }

        @Override
        public @Nullable BgpSessionOptions encoding() {
            Link open = open();
            return open == null ? null : session.receiving(open.id);
        }

        @Override
        public void onMessage(BgpMessage message, int length) {
            counters.countReceived(length);
            Link open = open();
            if (open != null) {
                act(session.received(open.id, message, System.nanoTime()));
            }
        }

        @Override
        public void onMalformedMessage(WireError error, Bytes bytes) {
            Link open = open();
            if (open != null) {
                act(session.damaged(open.id, error, bytes, System.nanoTime()));
            }
        }

        @Override
        public void onClose(String why) {
            Link open = open();
            if (open != null) {
                links.remove(open.id);
                act(session.closed(open.id, why, System.nanoTime()));
            }
        }

        @Override
        public void onWritable() {
            pump.wake();
        }

        /** Returns the connection, or null before it is open and after this speaker has closed it. */
        private @Nullable Link open() {
            Link known = link;
            return known != null && links.containsKey(known.id) ? known : null;
        }
    }
}
