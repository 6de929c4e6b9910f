// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import java.time.Duration;
import jdk.net.ExtendedSocketOptions;

/**
 * TCP keepalive (RFC 9293 section 3.8.4), which finds routers that went away without a word: a monitored router may have nothing to say
 * for days, and the collector never says anything.
 *
 * @param idle silence before the first probe; zero for no keepalive
 * @param interval between probes
 * @param count of probes without an answer after which the connection is given up
 */
public record Keepalive(Duration idle, Duration interval, int count) {
    /** None at all. */
    public static final Keepalive OFF = new Keepalive(Duration.ZERO, Duration.ZERO, 0);

    public Keepalive {
        if (idle.isPositive() && (idle.toSeconds() < 1 || interval.toSeconds() < 1 || count < 1)) {
            throw new IllegalArgumentException(
                    "pathproof.collector.keepalive: idle and interval are at least a second, count at least 1");
        }
    }

    void apply(SocketChannel channel) {
        if (!idle.isPositive()) {
            return;
        }
        channel.config().setKeepAlive(true);
        channel.config()
                .setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), Math.toIntExact(idle.toSeconds()));
        channel.config()
                .setOption(
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL),
                        Math.toIntExact(interval.toSeconds()));
        channel.config().setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), count);
    }
}
