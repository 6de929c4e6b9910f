// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.time.Duration;
import jdk.net.ExtendedSocketOptions;

/**
 * TCP keepalive (RFC 9293 section 3.8.4). Keepalive detects peers that disappear without closing the connection.
 * Silence is no such sign, because a BMP or RTR connection may be silent for hours.
 *
 * @param idle silence before the first probe; zero for no keepalive
 * @param interval time between probes
 * @param count number of unanswered probes after which the connection is closed
 */
public record Keepalive(Duration idle, Duration interval, int count) {
    /** No keepalive. */
    public static final Keepalive OFF = new Keepalive(Duration.ZERO, Duration.ZERO, 0);

    public Keepalive {
        if (idle.isPositive() && (idle.toSeconds() < 1 || interval.toSeconds() < 1 || count < 1)) {
            throw new IllegalArgumentException(
                    "TCP keepalive: idle and interval are at least a second, count at least 1");
        }
    }

    /** Sets the options of a connection. */
    public void apply(SocketChannel channel) {
        if (!idle.isPositive()) {
            return;
        }
        channel.config().setKeepAlive(true);
        int idleSeconds = Math.toIntExact(idle.toSeconds());
        int intervalSeconds = Math.toIntExact(interval.toSeconds());
        if (channel instanceof NioSocketChannel) {
            set(channel, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), idleSeconds);
            set(channel, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), intervalSeconds);
            set(channel, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), count);
        } else {
            set(channel, EpollChannelOption.TCP_KEEPIDLE, idleSeconds);
            set(channel, EpollChannelOption.TCP_KEEPINTVL, intervalSeconds);
            set(channel, EpollChannelOption.TCP_KEEPCNT, count);
        }
    }

    private static void set(SocketChannel channel, ChannelOption<Integer> option, int value) {
        channel.config().setOption(option, value);
    }
}
