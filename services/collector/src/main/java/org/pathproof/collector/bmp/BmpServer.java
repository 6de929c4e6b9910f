// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.channel.Channel;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.admission.Admitted;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.ownership.Ownership;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.wire.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The BMP server: a {@link BmpListener} that makes channels, a {@link ConnectionRegistry} of open connections, and
 * {@link RouterSessions} with the state of routers.
 */
public final class BmpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BmpServer.class);
    private static final int CLOSE_SECONDS = 15;

    private final BmpLimits limits;
    private final ConnectionRegistry connections;
    private final RouterSessions routers;
    private final BmpListener listener;
    private final @Nullable AttributeIntake experimental;
    private volatile boolean closing;

    public BmpServer(
            BmpLimits limits,
            BmpAccess access,
            RouterRules rules,
            Sessions sessions,
            KafkaOutput output,
            CollectorMetrics metrics,
            Optional<RawPublisher> raw,
            Clock clock,
            Ownership ownership) {
        this(limits, access, rules, sessions, output, metrics, raw, clock, ownership, new Intake(), GapPace.DEFAULT);
    }

    /** @param intake valve; while it is closed, no message is handled */
    public BmpServer(
            BmpLimits limits,
            BmpAccess access,
            RouterRules rules,
            Sessions sessions,
            KafkaOutput output,
            CollectorMetrics metrics,
            Optional<RawPublisher> raw,
            Clock clock,
            Ownership ownership,
            Intake intake,
            GapPace pace) {
        this.limits = limits;
        experimental = rules.experimental();
        connections = new ConnectionRegistry(limits, metrics);
        routers =
                new RouterSessions(connections, rules, sessions, output, metrics, raw, clock, ownership, intake, pace);
        BmpGate.Entrance entrance = new BmpGate.Entrance(access, limits, connections, this::open);
        listener = new BmpListener(connections, access, (slot, arrival) -> BmpGate.install(entrance, slot, arrival));
    }

    /**
     * Listens for BMP over TCP.
     *
     * @param address local address; all when empty
     * @param port TCP port; 0 for any free port
     * @throws IllegalStateException if the port cannot be bound
     */
    public void bind(String address, int port) throws InterruptedException {
        listener.listen(address, port, false);
    }

    /** Listens for BMP over TLS; throws as {@link #bind} does. */
    public void bindTls(String address, int port) throws InterruptedException {
        listener.listen(address, port, true);
    }

    /** Listens for BMP over QUIC; throws as {@link #bind} does. */
    public void bindQuic(String address, int port) throws InterruptedException {
        QuicLimits defaults = QuicLimits.DEFAULT;
        listener.listenQuic(
                address,
                port,
                new QuicLimits(
                        limits.maxConnections(), limits.maxPerAddress(), defaults.streamWindow(), defaults.idle()));
    }

    /** Returns the UDP port of BMP over QUIC; empty if there is none. */
    public Optional<Integer> quicPort() {
        return listener.quicPort();
    }

    /**
     * Connects to a router that only listens, and reconnects whenever the connection ends; {@code pause} precedes the
     * second attempt.
     */
    public void dial(DialTarget target, Duration pause) {
        listener.dial(target, pause);
    }

    /** Returns the port that was bound first; throws IllegalStateException before that. */
    public int port() {
        return listener.port();
    }

    /** Returns the number of connections of admitted routers. */
    public int connectionCount() {
        return connections.size();
    }

    /** Returns the number of connected routers that another collector owns. */
    public long standingBy() {
        return connections.count(RouterConnection::isStandingBy);
    }

    /** Returns the number of routers whose messages from a pause of the intake may be missing in the table. */
    public long catchingUp() {
        return connections.count(RouterConnection::isCatchingUp);
    }

    /** Returns an upper bound for the age of the oldest message that was received and not handled. */
    public Duration oldestMessage() {
        return Duration.ofNanos(listener.loopDelayNanos() + connections.oldestMessageNanos());
    }

    /** Disconnects a router so that it sends all tables again. Safe for use by any thread. */
    public void resync(Bytes router) {
        routers.resync(router);
    }

    /**
     * Releases routers that did not reconnect, and disconnects routers that must send their tables again after a gap.
     * Callers repeat this call about once a second.
     */
    public void tick() {
        routers.tick();
    }

    /** Adds the handlers of an admitted router to its channel. */
    private void open(ConnectionRegistry.Slot slot, Channel channel, Admitted admitted) {
        BmpFrameDecoder frames = new BmpFrameDecoder(limits.maxMessage());
        BmpConnection connection =
                new BmpConnection(connections, routers, limits, () -> closing, channel, admitted, frames);
        connections.add(connection, slot);
        if (limits.idle().isPositive()) {
            channel.pipeline().addLast(new IdleStateHandler(limits.idle().toMillis(), 0, 0, TimeUnit.MILLISECONDS));
        }
        if (experimental == null) {
            channel.pipeline().addLast(frames, connection);
        } else {
            channel.pipeline().addLast(frames, new PrivateValueHandler(experimental), connection);
        }
        log.info(
                "router connected: ip={}{}{}",
                admitted.ip(),
                admitted.name().isEmpty() ? "" : " name=\"" + admitted.name() + "\"",
                admitted.profile().source().isEmpty()
                        ? ""
                        : " described_by=\"" + admitted.profile().source() + "\"");
    }

    /** Stops listening, disconnects all routers, and waits up to 15 s until all received messages are handled. */
    @Override
    public void close() {
        closing = true;
        listener.stopListening();
        try {
            connections.closeAll("the collector stops").get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.warn(
                    getMarker("bmp-stopped-early"),
                    "stopped before all received messages were handled; routers send their tables again at the next connection",
                    e);
        }
        listener.shutdown();
    }
}
