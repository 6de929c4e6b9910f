// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.pathproof.transport.tcp.TcpOptions;
import org.pathproof.transport.tcp.TcpProtection;

/** Sockets of a speaker: epoll sockets with TCP-MD5, TCP-AO and GTSM, or NIO sockets without these protections. */
final class Transport {
    /**
     * Send buffer of a connection in the kernel. Without this limit, the kernel may buffer megabytes for a slow
     * neighbor.
     */
    private static final int SEND_BUFFER_BYTES = 128 << 10;

    private final boolean epoll;

    Transport(boolean epoll) {
        this.epoll = epoll && Epoll.isAvailable();
    }

    EventLoopGroup eventLoops(int threads) {
        return new MultiThreadIoEventLoopGroup(
                threads,
                new DefaultThreadFactory("bgp-speaker", true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    ServerChannel serverChannel() {
        return epoll ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    }

    ChannelFactory<Channel> channels() {
        return epoll ? EpollSocketChannel::new : NioSocketChannel::new;
    }

    /**
     * Checks that a neighbor can be protected as configured.
     *
     * @throws IllegalArgumentException if the protection is not possible; the message names the reason
     */
    void check(Neighbor neighbor) {
        if (neighbor.protection().isNone()) {
            return;
        }
        if (!epoll && Epoll.isAvailable()) {
            throw new IllegalArgumentException("neighbor " + neighbor + ": " + neighbor.protection()
                    + " needs epoll sockets, which are turned off");
        }
        try {
            TcpOptions.check(neighbor.protection());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("neighbor " + neighbor + ": " + e.getMessage(), e);
        }
    }

    /** Prepares a listening socket for a neighbor. */
    void addNeighbor(Channel listener, Neighbor neighbor) {
        if (neighbor.protection().maxHops() > 0) {
            TcpOptions.sendMaxTtl(listener);
        }
        TcpOptions.addKeys(listener, neighbor.protection());
        follow(listener, neighbor);
    }

    /** Removes the keys of a neighbor from a listening socket. */
    void removeNeighbor(Channel listener, Neighbor neighbor) {
        TcpOptions.removePassword(listener, neighbor.protection());
        neighbor.protection().ao().leave(listener, neighbor.protection().peers());
    }

    /** Lets a socket take part in changes of the neighbor's TCP-AO keys. */
    private static void follow(Channel channel, Neighbor neighbor) {
        neighbor.protection().ao().follow(channel, neighbor.protection().peers());
    }

    /**
     * Sets the options of a connection to or from a neighbor.
     *
     * @throws ChannelException when the system refuses the protection that is configured
     */
    void prepare(Channel channel, Neighbor neighbor, boolean outbound) {
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES);

        TcpProtection protection = neighbor.protection();
        if (outbound) {
            TcpOptions.protect(channel, protection);
        } else if (protection.maxHops() > 0) {
            TcpOptions.limitHops(channel, protection.maxHops());
        }
        follow(channel, neighbor);
    }
}
