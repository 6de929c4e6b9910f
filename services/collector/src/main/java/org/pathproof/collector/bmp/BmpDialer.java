// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.pathproof.transport.tcp.TcpSockets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one connection to a router in passive mode (RFC 7854 section 3.2). The mean pause between attempts doubles up
 * to one minute. Random jitter spreads the attempts to routers that started at the same time.
 */
final class BmpDialer {
    private static final Logger log = LoggerFactory.getLogger(BmpDialer.class);
    private static final int CONNECT_MILLIS = 10_000;
    private static final Duration MAX_PAUSE = Duration.ofSeconds(60);
    /** Duration of a connection after which the next pause is short again. */
    private static final Duration STABLE_AFTER = Duration.ofSeconds(60);

    private final DialTarget target;
    private final EventLoopGroup loops;
    private final Duration first;
    private final Bootstrap bootstrap;
    private long pauseMillis;
    private long connectedAt;
    private volatile boolean stopped;

    /** @param install receives each new channel, to install its handlers */
    BmpDialer(
            DialTarget target,
            TcpSockets sockets,
            EventLoopGroup loops,
            Duration first,
            BiConsumer<SocketChannel, DialTarget> install) {
        this.target = target;
        this.loops = loops;
        this.first = first;
        this.pauseMillis = first.toMillis();
        this.bootstrap = new Bootstrap()
                .group(loops)
                .channelFactory(sockets.connections())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .handler(new Connected(target, sockets, install));
    }

    /** Installs the handlers of a channel after the connect, when the router's address is known. */
    @ChannelHandler.Sharable
    private static final class Connected extends ChannelInboundHandlerAdapter {
        private final DialTarget target;
        private final TcpSockets sockets;
        private final BiConsumer<SocketChannel, DialTarget> install;

        private Connected(DialTarget target, TcpSockets sockets, BiConsumer<SocketChannel, DialTarget> install) {
            this.target = target;
            this.sockets = sockets;
            this.install = install;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            sockets.protect(ctx.channel());
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            install.accept((SocketChannel) ctx.channel(), target);
            ctx.pipeline().remove(this);
        }
    }

    void start() {
        connect();
    }

    void stop() {
        stopped = true;
    }

    private void connect() {
        if (stopped) {
            return;
        }
        // A DNS query would block the event loop, which other routers share.
        Thread.ofVirtual().name("bmp-dial-" + target).start(() -> {
            InetSocketAddress address = new InetSocketAddress(target.host(), target.port());
            if (address.isUnresolved()) {
                retryLater("host name has no address");
                return;
            }
            ChannelFuture attempt = bootstrap.connect(address);
            attempt.addListener(done -> {
                if (done.isSuccess()) {
                    onConnect(attempt.channel());
                } else {
                    retryLater(String.valueOf(done.cause()));
                }
            });
        });
    }

    private void retryLater(String why) {
        log.info("cannot connect to router: target={} error={}", target, why);
        scheduleConnect();
    }

    private void onConnect(Channel channel) {
        connectedAt = System.nanoTime();
        channel.closeFuture().addListener(closed -> {
            if (System.nanoTime() - connectedAt > STABLE_AFTER.toNanos()) {
                pauseMillis = first.toMillis();
            }
            scheduleConnect();
        });
    }

    private void scheduleConnect() {
        if (stopped || loops.isShuttingDown()) {
            return;
        }
        long millis = pauseMillis / 2 + ThreadLocalRandom.current().nextLong(pauseMillis);
        pauseMillis = Math.min(2 * pauseMillis, MAX_PAUSE.toMillis());
        var _ = loops.schedule(this::connect, millis, TimeUnit.MILLISECONDS);
    }
}
