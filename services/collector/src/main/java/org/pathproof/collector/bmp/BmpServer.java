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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.CollectorMetrics;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.collector.router.RouterRules;
import org.pathproof.collector.router.RouterState;
import org.pathproof.collector.router.Sessions;
import org.pathproof.wire.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens for routers. A router that connects again takes its place: the connection that it had is closed and handled to its end first. */
public final class BmpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BmpServer.class);
    private static final int CLOSE_SECONDS = 15;

    private final BmpLimits limits;
    private final RouterRules rules;
    private final Sessions sessions;
    private final KafkaOutput output;
    private final CollectorMetrics metrics;
    private final Optional<RawPublisher> raw;
    private final Clock clock;
    private final EventLoopGroup acceptor = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoopGroup workers = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
    private final Set<BmpConnection> connections = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> perAddress = new ConcurrentHashMap<>();
    private final Map<Bytes, BmpConnection> byRouter = new ConcurrentHashMap<>();
    private @Nullable Channel listener;

    /** Where the messages of routers are published as they came. */
    @FunctionalInterface
    public interface RawPublisher {
        void publish(RouterIdentity router, Bytes message, long nowMicros);
    }

    public BmpServer(
            BmpLimits limits,
            RouterRules rules,
            Sessions sessions,
            KafkaOutput output,
            CollectorMetrics metrics,
            Optional<RawPublisher> raw,
            Clock clock) {
        this.limits = limits;
        this.rules = rules;
        this.sessions = sessions;
        this.output = output;
        this.metrics = metrics;
        this.raw = raw;
        this.clock = clock;
    }

    /** Begins to listen. Throws IllegalStateException, with the reason, when the port cannot be had. */
    public void bind(String address, int port) throws InterruptedException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(acceptor, workers)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, 256)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        accepted(channel);
                    }
                });
        InetSocketAddress local =
                address.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(address, port);
        var bound = bootstrap.bind(local).await();
        if (!bound.isSuccess()) {
            throw new IllegalStateException("cannot listen for BMP on " + local + ": " + bound.cause(), bound.cause());
        }
        listener = bound.channel();
        log.info("listening for BMP on {}", listener.localAddress());
    }

    /** The port it listens on; throws IllegalStateException before {@link #bind}. */
    public int port() {
        Channel bound = listener;
        if (bound == null) {
            throw new IllegalStateException("not listening");
        }
        return ((InetSocketAddress) bound.localAddress()).getPort();
    }

    public int connectionCount() {
        return connections.size();
    }

    private void accepted(SocketChannel channel) {
        String ip = channel.remoteAddress().getAddress().getHostAddress();
        if (connections.size() >= limits.maxConnections()) {
            refuse(channel, ip, "connections", limits.maxConnections() + " routers are connected");
            return;
        }
        if (perAddress.merge(ip, 1, Integer::sum) > limits.maxPerAddress()) {
            release(ip);
            refuse(channel, ip, "per-address", limits.maxPerAddress() + " connections come from its address");
            return;
        }
        BmpConnection connection = new BmpConnection(this, channel, ip);
        connections.add(connection);
        var _ = connection.finished().whenComplete((nothing, error) -> release(ip));
        if (limits.idle().isPositive()) {
            channel.pipeline().addLast(new IdleStateHandler(limits.idle().toMillis(), 0, 0, TimeUnit.MILLISECONDS));
        }
        channel.pipeline().addLast(new BmpFrameDecoder(limits.maxMessage()), connection);
        connection.start();
        log.info("router {} connected", ip);
    }

    private void refuse(SocketChannel channel, String ip, String reason, String why) {
        metrics.closed(reason);
        log.warn("router {} is refused: {}", ip, why);
        var _ = channel.close();
    }

    private void release(String ip) {
        perAddress.computeIfPresent(ip, (key, count) -> count == 1 ? null : count - 1);
    }

    /** A connection has said which router it is; waits until an older connection of the same router has been handled to its end. */
    RouterState identified(BmpConnection connection, RouterIdentity identity) {
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
        return new RouterState(
                identity,
                rules,
                sessions,
                output.ofRouter(() -> connection.close("Kafka refused a record")),
                metrics,
                false);
    }

    void gone(BmpConnection connection, @Nullable RouterState router) {
        connections.remove(connection);
        if (router != null) {
            byRouter.remove(router.identity().hash(), connection);
            log.info(
                    "router {} at {} disconnected",
                    router.identity().label(),
                    router.identity().ip());
        }
    }

    void publishRaw(RouterIdentity router, Bytes message) {
        raw.ifPresent(publisher -> publisher.publish(router, message, nowMicros()));
    }

    /** Octets of a connection that never said which router it is. */
    void rejected(RouterIdentity router, BmpFrameDecoder.Lost lost) {
        metrics.reject("bmp", lost.error().code().name());
        output.ofRouter(() -> {})
                .reject(RouterState.rejected(router, "bmp", "", lost.error(), lost.octets(), nowMicros()));
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
        Channel bound = listener;
        if (bound != null) {
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
