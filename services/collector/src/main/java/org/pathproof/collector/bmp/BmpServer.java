// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.pathproof.collector.admission.Admitted;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.ownership.Ownership;
import org.pathproof.collector.router.RouterRules;
import org.pathproof.collector.router.Sessions;
import org.pathproof.wire.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The BMP server: a {@link BmpListener} that makes channels, a {@link ConnectionRegistry} of the open ones, and the
 * {@link RouterSessions} to which they lead.
 */
public final class BmpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BmpServer.class);
    private static final int CLOSE_SECONDS = 15;

    private final BmpLimits limits;
    private final BmpAccess access;
    private final ConnectionRegistry connections;
    private final RouterSessions routers;
    private final BmpListener listener;
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

    /** @param intake no message is handled while it is closed */
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
        this.access = access;
        connections = new ConnectionRegistry(limits, metrics);
        routers =
                new RouterSessions(connections, rules, sessions, output, metrics, raw, clock, ownership, intake, pace);
        listener =
                new BmpListener(connections, access, (slot, channel, tls) -> BmpGate.install(this, slot, channel, tls));
    }

    /**
     * Listens for BMP over TCP.
     *
     * @param address local address; all when empty
     * @param port 0 for any that is free
     * @throws IllegalStateException when the port cannot be had
     */
    public void bind(String address, int port) throws InterruptedException {
        listener.listen(address, port, false);
    }

    /** Listens for BMP over TLS; throws as {@link #bind} does. */
    public void bindTls(String address, int port) throws InterruptedException {
        listener.listen(address, port, true);
    }

    /**
     * Connects to a router that only listens, and again whenever the connection ends; {@code pause} precedes the second
     * attempt.
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

    /** Returns the number of connected routers that another collector publishes. */
    public long standingBy() {
        return connections.count(BmpConnection::isStandingBy);
    }

    /** Returns the number of routers whose messages from a pause of the intake are still being taken in. */
    public long catchingUp() {
        return connections.count(BmpConnection::isCatchingUp);
    }

    /** Disconnects a router so that it sends all tables again. Safe for use by any thread. */
    public void resync(Bytes router) {
        routers.resync(router);
    }

    /** Gives up routers that did not come back, and asks for tables after a gap. To be called about once a second. */
    public void tick() {
        routers.tick();
    }

    /** Reads the messages of a router that came through the gate. */
    void admitted(ConnectionRegistry.Slot slot, SocketChannel channel, Admitted admitted) {
        BmpFrameDecoder frames = new BmpFrameDecoder(limits.maxMessage());
        BmpConnection connection =
                new BmpConnection(connections, routers, limits, () -> closing, channel, admitted, frames);
        connections.add(connection, slot);
        if (limits.idle().isPositive()) {
            channel.pipeline().addLast(new IdleStateHandler(limits.idle().toMillis(), 0, 0, TimeUnit.MILLISECONDS));
        }
        channel.pipeline().addLast(frames, connection);
        connection.start();
        log.info(
                "router {} connected{}",
                admitted.ip(),
                admitted.name().isEmpty() ? "" : " and is known as \"" + admitted.name() + "\"");
    }

    ConnectionRegistry connections() {
        return connections;
    }

    BmpAccess access() {
        return access;
    }

    BmpLimits limits() {
        return limits;
    }

    /** Stops listening, disconnects all routers, and waits until all that they sent has been handled. */
    @Override
    public void close() {
        closing = true;
        listener.stopListening();
        try {
            connections.closeAll("the collector stops").get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.warn("not everything that routers sent was handled before the stop; they will send it again", e);
        }
        listener.shutdown();
    }
}
