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
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Sockets of a speaker: epoll sockets with TCP-MD5 and GTSM, or NIO sockets without these protections. */
final class Transport {
    private static final int MAX_TTL = 255;
    /**
     * Send buffer of a connection in the kernel. Without this limit, the kernel may buffer megabytes for a slow
     * neighbor.
     */
    private static final int SEND_BUFFER_BYTES = 128 << 10;

    // Linux numbers of levels and options: ip(7), ipv6(7).
    private static final int LEVEL_IPV4 = 0;
    private static final int LEVEL_IPV6 = 41;
    private static final IntegerUnixChannelOption TTL_IPV4 = new IntegerUnixChannelOption("IP_TTL", LEVEL_IPV4, 2);
    private static final IntegerUnixChannelOption MIN_TTL_IPV4 =
            new IntegerUnixChannelOption("IP_MINTTL", LEVEL_IPV4, 21);
    private static final IntegerUnixChannelOption TTL_IPV6 =
            new IntegerUnixChannelOption("IPV6_UNICAST_HOPS", LEVEL_IPV6, 16);
    private static final IntegerUnixChannelOption MIN_TTL_IPV6 =
            new IntegerUnixChannelOption("IPV6_MINHOPCOUNT", LEVEL_IPV6, 73);

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
     * @throws IllegalArgumentException when the neighbor needs epoll sockets and there are none
     */
    void check(Neighbor neighbor) {
        if (neighbor.needsEpoll() && !epoll) {
            Throwable cause = Epoll.unavailabilityCause();
            throw new IllegalArgumentException(
                    "neighbor " + neighbor + ": TCP-MD5 and ttl-security need Netty's native epoll library (Linux on"
                            + " x86_64 or aarch64)"
                            + (cause == null ? ", which is turned off" : ": " + cause.getMessage()),
                    cause);
        }
    }

    /** Sets the TTL of a listening socket to 255. Neighbors with GTSM expect this TTL from the first packet on. */
    void protectListener(Channel server, boolean ipv4) {
        if (epoll) {
            server.config().setOption(ipv4 ? TTL_IPV4 : TTL_IPV6, MAX_TTL);
        }
    }

    /** Sets the TCP-MD5 password of each neighbor's address on a socket. */
    void setPasswords(Channel channel, Map<InetAddress, byte[]> passwords) {
        if (epoll) {
            channel.config().setOption(EpollChannelOption.TCP_MD5SIG, passwords);
        }
    }

    /**
     * Sets the options of a connection to or from a neighbor.
     *
     * @throws ChannelException when the system refuses the protection that is configured
     */
    void prepare(Channel channel, Neighbor neighbor, boolean outbound) {
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES);

        if (neighbor.ttlSecurityHops() > 0) {
            boolean ipv4 = neighbor.address() instanceof Inet4Address;
            channel.config().setOption(ipv4 ? TTL_IPV4 : TTL_IPV6, MAX_TTL);
            channel.config().setOption(ipv4 ? MIN_TTL_IPV4 : MIN_TTL_IPV6, MAX_TTL + 1 - neighbor.ttlSecurityHops());
        }
        if (outbound && neighbor.password().isPresent()) {
            setPasswords(
                    channel, Map.of(neighbor.address(), key(neighbor.password().get())));
        }
    }

    static byte[] key(String password) {
        return password.getBytes(StandardCharsets.UTF_8);
    }
}
