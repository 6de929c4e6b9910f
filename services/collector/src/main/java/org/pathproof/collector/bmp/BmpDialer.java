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
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one connection to one router that only listens. RFC 7854 section 3.2 gives the pauses: they grow, so that a router is not
 * pestered; they vary, so that routers which came up together are not all dialled at once.
 */
final class BmpDialer {
    private static final Logger log = LoggerFactory.getLogger(BmpDialer.class);
    private static final int CONNECT_MILLIS = 10_000;
    private static final Duration MOST = Duration.ofSeconds(60);
    /** A connection that held so long was no failure. */
    private static final Duration GOOD = Duration.ofSeconds(60);

    private final DialTarget target;
    private final EventLoopGroup loops;
    private final Duration first;
    private final Bootstrap bootstrap;
    private long pauseMillis;
    private long connectedAt;
    private volatile boolean stopped;

    /** {@code install} makes a new channel a router's. */
    BmpDialer(DialTarget target, EventLoopGroup loops, Duration first, BiConsumer<SocketChannel, DialTarget> install) {
        this.target = target;
        this.loops = loops;
        this.first = first;
        this.pauseMillis = first.toMillis();
        this.bootstrap = new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .handler(new Connected(target, install));
    }

    /** Waits for the connection: only then is the router's address known. */
    @ChannelHandler.Sharable
    private static final class Connected extends ChannelInboundHandlerAdapter {
        private final DialTarget target;
        private final BiConsumer<SocketChannel, DialTarget> install;

        private Connected(DialTarget target, BiConsumer<SocketChannel, DialTarget> install) {
            this.target = target;
            this.install = install;
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
        // A name is looked up off the event loop, which other routers share.
        Thread.ofVirtual().name("bmp-dial-" + target).start(() -> {
            InetSocketAddress address = new InetSocketAddress(target.host(), target.port());
            if (address.isUnresolved()) {
                failed("its name has no address");
                return;
            }
            ChannelFuture attempt = bootstrap.connect(address);
            attempt.addListener(done -> {
                if (done.isSuccess()) {
                    connected(attempt.channel());
                } else {
                    failed(String.valueOf(done.cause()));
                }
            });
        });
    }

    private void failed(String why) {
        log.info("router {} cannot be connected to: {}", target, why);
        later();
    }

    private void connected(Channel channel) {
        connectedAt = System.nanoTime();
        channel.closeFuture().addListener(closed -> {
            if (System.nanoTime() - connectedAt > GOOD.toNanos()) {
                pauseMillis = first.toMillis();
            }
            later();
        });
    }

    private void later() {
        if (stopped || loops.isShuttingDown()) {
            return;
        }
        long millis = pauseMillis / 2 + ThreadLocalRandom.current().nextLong(pauseMillis);
        pauseMillis = Math.min(2 * pauseMillis, MOST.toMillis());
        var _ = loops.schedule(this::connect, millis, TimeUnit.MILLISECONDS);
    }
}
