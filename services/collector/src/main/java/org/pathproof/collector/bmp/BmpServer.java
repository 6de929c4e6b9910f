// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.timeout.IdleStateHandler;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.CollectorMetrics;
import org.pathproof.collector.Intake;
import org.pathproof.collector.admission.Admitted;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.ownership.Ownership;
import org.pathproof.collector.router.Permission;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.collector.router.RouterRules;
import org.pathproof.collector.router.RouterState;
import org.pathproof.collector.router.Sessions;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens for routers, and connects to those that only listen themselves. A router that connects again takes its place: the connection that it had is closed and handled to its end first. */
public final class BmpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BmpServer.class);
    private static final int CLOSE_SECONDS = 15;
    /** Longer than routers wait before they connect again. */
    private static final Duration COMES_BACK = Duration.ofMinutes(2);

    private final BmpLimits limits;
    private final RouterRules rules;
    private final Sessions sessions;
    private final KafkaOutput output;
    private final CollectorMetrics metrics;
    private final Optional<RawPublisher> raw;
    private final Clock clock;
    private final Ownership ownership;
    private final Intake intake;
    private final GapHealing healing;
    /** Routers that were sent away to come back with everything, and when. */
    private final Map<Bytes, Long> expected = new ConcurrentHashMap<>();

    private final EventLoopGroup acceptor = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoopGroup workers = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
    private final Set<BmpConnection> connections = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> perAddress = new ConcurrentHashMap<>();
    private final Map<Bytes, BmpConnection> byRouter = new ConcurrentHashMap<>();
    private final BmpAccess access;
    private volatile boolean closing;
    private final AtomicInteger open = new AtomicInteger();
    private final WarningLimit warnings = new WarningLimit(log, "refused connections");
    private final List<Channel> listeners = new ArrayList<>();
    private final List<BmpDialer> dialers = new ArrayList<>();

    /** Where the messages of routers are published as they came. */
    @FunctionalInterface
    public interface RawPublisher {
        void publish(KafkaOutput.Share share, RouterIdentity router, Bytes message, long nowMicros);
    }

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

    /** {@code intake}: no message is handled while it is closed. */
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
        this.intake = intake;
        this.healing = new GapHealing(sessions.gaps(), pace, new SplittableRandom());
        this.limits = limits;
        this.access = access;
        this.rules = rules;
        this.sessions = sessions;
        this.output = output;
        this.metrics = metrics;
        this.raw = raw;
        this.clock = clock;
        this.ownership = ownership;
    }

    /** Begins to listen for BMP over TCP. Throws IllegalStateException, with the reason, when the port cannot be had. */
    public void bind(String address, int port) throws InterruptedException {
        listen(address, port, false);
    }

    /** Begins to listen for BMP over TLS; throws as {@link #bind} does. */
    public void bindTls(String address, int port) throws InterruptedException {
        listen(address, port, true);
    }

    /** Connects to a router that only listens, and again whenever the connection ends. {@code pause} is that before the second attempt. */
    public void dial(DialTarget target, Duration pause) {
        BmpDialer dialer = new BmpDialer(target, workers, pause, this::dialled);
        dialers.add(dialer);
        dialer.start();
    }

    private void listen(String address, int port, boolean secure) throws InterruptedException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(acceptor, workers)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, 256)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        accepted(channel, secure);
                    }
                });
        String what = secure ? "BMP over TLS" : "BMP";
        InetSocketAddress local =
                address.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(address, port);
        var bound = bootstrap.bind(local).await();
        if (!bound.isSuccess()) {
            throw new IllegalStateException(
                    "cannot listen for " + what + " on " + local + ": " + bound.cause(), bound.cause());
        }
        listeners.add(bound.channel());
        log.info("listening for {} on {}", what, bound.channel().localAddress());
    }

    /** The port that was bound first; throws IllegalStateException before that. */
    public int port() {
        if (listeners.isEmpty()) {
            throw new IllegalStateException("not listening");
        }
        return ((InetSocketAddress) listeners.getFirst().localAddress()).getPort();
    }

    /** Connections of routers that were let in. */
    public int connectionCount() {
        return connections.size();
    }

    private void accepted(SocketChannel channel, boolean secure) {
        Slot slot = takeSlot(channel, true);
        if (slot != null) {
            BmpGate.install(this, slot, channel, secure ? tls().server().newHandler(channel.alloc()) : null);
        }
    }

    private void dialled(SocketChannel channel, DialTarget target) {
        Slot slot = takeSlot(channel, false);
        if (slot != null) {
            BmpGate.install(
                    this,
                    slot,
                    channel,
                    target.tls() ? tls().client().newHandler(channel.alloc(), target.host(), target.port()) : null);
        }
    }

    /** Closes a connection, counts it, and says why, unless too much was said of late. */
    void refused(Channel channel, String ip, String reason, String why) {
        metrics.closed(reason);
        if (warnings.mayWarn()) {
            log.warn("router {} is refused: {}", ip, NetworkText.description(why));
        }
        var _ = channel.close();
    }

    private BmpTls tls() {
        return access.tls().orElseThrow(() -> new IllegalStateException("no certificate is configured for TLS"));
    }

    /** One of the connections that may be open at a time, handshakes included; null when all are taken, and the channel is closed. */
    private @Nullable Slot takeSlot(SocketChannel channel, boolean accepted) {
        Slot slot = new Slot(accepted);
        if (open.incrementAndGet() > limits.maxConnections()) {
            slot.release();
            refused(
                    channel,
                    channel.remoteAddress().getAddress().getHostAddress(),
                    "connections",
                    limits.maxConnections() + " connections are open (pathproof.collector.max-routers)");
            return null;
        }
        channel.closeFuture().addListener(closed -> slot.channelClosed());
        access.keepalive().apply(channel);
        return slot;
    }

    /** A place among the open connections, and among those of one address; given back once. */
    final class Slot {
        private final boolean accepted;
        private final AtomicBoolean released = new AtomicBoolean();
        private volatile boolean admitted;
        private volatile String address = "";

        private Slot(boolean accepted) {
            this.accepted = accepted;
        }

        /** Whether the other side made the connection. */
        boolean accepted() {
            return accepted;
        }

        /** Counts it to an address; false when that has enough of them. */
        boolean take(String ip) {
            if (perAddress.merge(ip, 1, Integer::sum) > limits.maxPerAddress()) {
                BmpServer.this.release(ip);
                return false;
            }
            address = ip;
            return true;
        }

        private void channelClosed() {
            if (!admitted) {
                release(); // else when all that it sent has been handled
            }
        }

        private void release() {
            if (!released.getAndSet(true)) {
                open.decrementAndGet();
                if (!address.isEmpty()) {
                    BmpServer.this.release(address);
                }
            }
        }
    }

    /** A router came through the gate: its messages are read. */
    void admitted(Slot slot, SocketChannel channel, Admitted admitted) {
        BmpFrameDecoder frames = new BmpFrameDecoder(limits.maxMessage());
        BmpConnection connection = new BmpConnection(this, channel, admitted, frames);
        slot.admitted = true;
        connections.add(connection);
        var _ = connection.finished().whenComplete((nothing, error) -> slot.release());
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

    private void release(String ip) {
        perAddress.computeIfPresent(ip, (key, count) -> count == 1 ? null : count - 1);
    }

    /** A connection has said which router it is; waits until an older connection of the same router has been handled to its end. */
    void identified(BmpConnection connection, RouterIdentity identity) {
        BmpConnection older = byRouter.put(identity.hash(), connection);
        if (older != null) {
            metrics.closed("superseded");
            log.warn(
                    "router {} at {} connected again, its older connection is closed; two routers behind one address need different names",
                    identity.label(),
                    identity.ip());
            older.close("the router connected again");
            older.finished().join();
        }
        log.info("router at {} is \"{}\", hash {}", identity.ip(), identity.name(), identity.hash());
    }

    /** What becomes of the messages of a router that is ours. */
    RouterState state(BmpConnection connection, RouterIdentity identity, Permission permission) {
        return new RouterState(
                identity,
                rules,
                sessions,
                output.ofRouter(connection.share(), () -> connection.close("Kafka refused a record")),
                metrics,
                false,
                permission);
    }

    void gone(BmpConnection connection, @Nullable RouterIdentity router) {
        connections.remove(connection);
        if (router != null) {
            if (byRouter.remove(router.hash(), connection) && !expected.containsKey(router.hash())) {
                ownership.release(router.hash());
            }
            log.info("router {} at {} disconnected", router.label(), router.ip());
        }
    }

    /** The router of a connection that stood by is ours now; because nothing of what it sent was kept, it is to send everything again. */
    void takenOver(BmpConnection connection, RouterIdentity router) {
        expected.put(router.hash(), System.nanoTime());
        metrics.closed("taken-over");
        log.warn("router {} is ours now, and is disconnected so that it sends everything again", router.label());
        connection.close("this collector takes the router over");
    }

    /** Has a router that is connected send everything again. Safe for use by any thread. */
    public void beginAnew(Bytes router) {
        BmpConnection connection = byRouter.get(router);
        if (connection != null) {
            metrics.closed("begin-anew");
            connection.close("it is to send everything again, because another collector wrote about it");
        }
    }

    /** To be called about once a second: gives routers up that were to come back and did not, and asks for tables after a gap. */
    public void tick() {
        long now = System.nanoTime();
        expected.forEach((router, since) -> {
            BmpConnection back = byRouter.get(router);
            if (back != null && back.isOpen()) {
                expected.remove(router, since);
            } else if (now - since > COMES_BACK.toNanos() && expected.remove(router, since)) {
                ownership.release(router);
            }
        });
        heal(now);
    }

    private void heal(long now) {
        if (!intake.isOpen()) {
            return; // a table would only wait
        }
        Map<Bytes, Long> connected = new HashMap<>();
        byRouter.forEach((router, connection) -> {
            if (!connection.standsBy() && ownership.owns(router)) {
                connected.put(router, connection.knownGap());
            }
        });
        for (Bytes router : healing.due(connected, now)) {
            BmpConnection connection = byRouter.get(router);
            if (connection != null) {
                expected.put(router, now);
                metrics.closed("gap");
                connection.close(
                        "it is to send everything again, because route events were deleted before they were judged");
            }
        }
    }

    /** The newest gap that is known. */
    long newestGap() {
        return sessions.gaps().newest();
    }

    /** How many routers are connected here while another collector publishes what they send. */
    public long standingBy() {
        return connections.stream().filter(BmpConnection::standsBy).count();
    }

    /** Returns the number of routers whose messages from a pause of the intake are still being taken in. */
    public long catchingUp() {
        return connections.stream().filter(BmpConnection::catchesUp).count();
    }

    boolean isIntakeOpen() {
        return intake.isOpen();
    }

    /** Waits while the intake is closed. Returns false when this server closes meanwhile. */
    boolean awaitIntake() throws InterruptedException {
        return intake.awaitOpen(() -> closing);
    }

    Ownership ownership() {
        return ownership;
    }

    void publishRaw(KafkaOutput.Share share, RouterIdentity router, Bytes message) {
        raw.ifPresent(publisher -> publisher.publish(share, router, message, nowMicros()));
    }

    /** Octets of a connection that never said which router it is. */
    void rejected(KafkaOutput.Share share, RouterIdentity router, BmpFrameDecoder.Lost lost) {
        metrics.reject("bmp", lost.error().code().name());
        output.ofRouter(share, () -> {})
                .reject(RouterState.rejected(router, "bmp", "", lost.error(), lost.octets(), nowMicros()));
    }

    BmpAccess access() {
        return access;
    }

    BmpLimits limits() {
        return limits;
    }

    KafkaOutput output() {
        return output;
    }

    CollectorMetrics metrics() {
        return metrics;
    }

    long nowMicros() {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }

    /** Stops listening, disconnects all routers, and waits until what they sent has been handled. */
    @Override
    public void close() {
        closing = true;
        dialers.forEach(BmpDialer::stop);
        for (Channel bound : listeners) {
            bound.close().awaitUninterruptibly();
        }
        List<CompletableFuture<Void>> handled = new ArrayList<>();
        for (BmpConnection connection : connections) {
            connection.close("the collector stops");
            handled.add(connection.finished());
        }
        try {
            CompletableFuture.allOf(handled.toArray(CompletableFuture[]::new)).get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.warn("not everything that routers sent was handled before the stop; they will send it again", e);
        }
        var _ = acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        var _ = workers.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
