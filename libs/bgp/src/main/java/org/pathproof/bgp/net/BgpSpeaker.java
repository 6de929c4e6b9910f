// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pathproof.bgp.UpdateSource;
import org.pathproof.bgp.session.StopReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A BGP speaker with many neighbors, which connects to them and accepts their connections. Connections from other
 * addresses are closed at once. Thread-safe.
 */
public final class BgpSpeaker implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BgpSpeaker.class);
    private static final int BACKLOG = 1024;
    /** Time without accepting connections after an error, such as a lack of file descriptors. */
    private static final int ACCEPT_PAUSE_MILLIS = 500;

    private static final int FAREWELL_MILLIS = 2000;
    private static final int SHUTDOWN_MILLIS = 5000;

    private final SpeakerSettings settings;
    private final SpeakerListener listener;
    private final Transport transport;
    private final EventLoopGroup loops;
    private final Map<InetAddress, RunningNeighbor> neighbors = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final List<Channel> servers = new CopyOnWriteArrayList<>();

    public BgpSpeaker(SpeakerSettings settings, SpeakerListener listener) {
        this.settings = settings;
        this.listener = listener;
        this.transport = new Transport(settings.epoll());
        this.loops = transport.eventLoops(settings.threads());
    }

    /**
     * Binds the listening sockets.
     *
     * @throws IOException when an address cannot be bound
     */
    public synchronized void start() throws IOException {
        for (InetSocketAddress address : settings.listen()) {
            ServerChannel server = transport.serverChannel();
            server.config().setOption(ChannelOption.SO_REUSEADDR, true);
            server.config().setOption(ChannelOption.SO_BACKLOG, BACKLOG);
            server.pipeline().addLast(new Acceptor());
            neighbors.values().forEach(running -> transport.addNeighbor(server, running.neighbor()));
            loops.register(server).syncUninterruptibly();
            Future<Void> bound = server.bind(address).awaitUninterruptibly();
            if (!bound.isSuccess()) {
                server.close().awaitUninterruptibly();
                throw new IOException(
                        "BGP speaker cannot bind " + address + ": "
                                + bound.cause().getMessage(),
                        bound.cause());
            }
            servers.add(server);
        }
    }

    /** Returns the bound addresses, in the order of the settings. */
    public List<InetSocketAddress> addresses() {
        return servers.stream()
                .map(server -> (InetSocketAddress) server.localAddress())
                .toList();
    }

    /**
     * Adds a neighbor and starts its session.
     *
     * @param source messages for this neighbor; not shared with another one
     * @throws IllegalArgumentException when the address is a neighbor already, or when this system cannot protect the
     *     session as configured
     */
    public synchronized void add(Neighbor neighbor, UpdateSource source) {
        if (neighbors.containsKey(neighbor.address())) {
            throw new IllegalArgumentException("neighbor " + neighbor + " is already configured");
        }
        transport.check(neighbor);
        servers.forEach(server -> transport.addNeighbor(server, neighbor));
        RunningNeighbor running =
                new RunningNeighbor(neighbor, source, listener, transport, loops.next(), settings.highWaterMark());
        neighbors.put(neighbor.address(), running);
        running.start();
    }

    /**
     * Removes a neighbor and ends its session. The neighbor drops the routes. Returns false if no neighbor has the
     * address.
     */
    public synchronized boolean remove(InetAddress address) {
        RunningNeighbor removed = neighbors.remove(address);
        if (removed == null) {
            return false;
        }
        removed.stop(StopReason.DECONFIGURED, "", () -> {});
        servers.forEach(server -> transport.removeNeighbor(server, removed.neighbor()));
        return true;
    }

    /**
     * Ends the session of a neighbor until {@link #resume}; the neighbor drops the routes.
     *
     * @param text Shutdown Communication for the neighbor's operator (RFC 9003), or empty
     */
    public void shutDown(InetAddress address, String text) {
        find(address).ifPresent(neighbor -> neighbor.stop(StopReason.SHUTDOWN, text, () -> {}));
    }

    /** Starts the session of a neighbor after {@link #shutDown}. */
    public void resume(InetAddress address) {
        find(address).ifPresent(RunningNeighbor::start);
    }

    /** Ends the session of a neighbor with Administrative Reset, and starts it again. */
    public void reset(InetAddress address, String text) {
        find(address).ifPresent(neighbor -> neighbor.reset(text));
    }

    public List<NeighborStatus> neighbors() {
        return neighbors.values().stream().map(RunningNeighbor::status).toList();
    }

    public Optional<NeighborStatus> neighbor(InetAddress address) {
        return find(address).map(RunningNeighbor::status);
    }

    /** Stops as for a restart: neighbors with graceful restart keep the routes. */
    @Override
    public void close() {
        close(StopReason.RESTART, "");
    }

    /** Ends all sessions and releases all sockets. Blocks for about 7 s at most. */
    public void close(StopReason reason, String text) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        servers.forEach(server -> server.close().awaitUninterruptibly());
        CountDownLatch open = new CountDownLatch(neighbors.size());
        neighbors.values().forEach(neighbor -> neighbor.stop(reason, text, open::countDown));
        try {
            if (!open.await(FAREWELL_MILLIS, TimeUnit.MILLISECONDS)) {
                log.info("event=stop open-neighbors={}", open.getCount());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loops.shutdownGracefully(0, FAREWELL_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(SHUTDOWN_MILLIS);
    }

    private Optional<RunningNeighbor> find(InetAddress address) {
        return Optional.ofNullable(neighbors.get(address));
    }

    /** Hands connections to their neighbors. */
    private final class Acceptor extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            Channel channel = (Channel) message;
            InetSocketAddress remote = (InetSocketAddress) channel.remoteAddress();
            RunningNeighbor neighbor = remote == null ? null : neighbors.get(remote.getAddress());
            if (neighbor != null) {
                neighbor.accept(channel);
                return;
            }
            channel.unsafe().closeForcibly();
            if (remote != null) {
                listener.onRefusal(remote.getAddress());
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            log.warn(getMarker("bgp-accept-failed"), "event=accept-failed error=\"{}\"", cause.getMessage());
            ctx.channel().config().setAutoRead(false);
            var _ = ctx.executor()
                    .schedule(
                            () -> ctx.channel().config().setAutoRead(true), ACCEPT_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
