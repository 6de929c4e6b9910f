// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import io.netty.channel.unix.Socket;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.pathproof.wire.Prefix;

/**
 * Creates sockets for a {@link TcpProtection}: epoll sockets if the protection needs options of Linux, otherwise NIO
 * sockets. A socket is of the family IPv6 if the system has IPv6; it then also serves IPv4.
 */
public final class TcpSockets {
    private static final int MAX_TTL = 255;
    // Linux numbers of levels and options: ip(7), ipv6(7), linux/tcp.h.
    private static final int LEVEL_IPV4 = 0;
    private static final int LEVEL_IPV6 = 41;
    private static final int LEVEL_TCP = 6;
    private static final IntegerUnixChannelOption TTL_IPV4 = new IntegerUnixChannelOption("IP_TTL", LEVEL_IPV4, 2);
    private static final IntegerUnixChannelOption MIN_TTL_IPV4 =
            new IntegerUnixChannelOption("IP_MINTTL", LEVEL_IPV4, 21);
    private static final IntegerUnixChannelOption TTL_IPV6 =
            new IntegerUnixChannelOption("IPV6_UNICAST_HOPS", LEVEL_IPV6, 16);
    private static final IntegerUnixChannelOption MIN_TTL_IPV6 =
            new IntegerUnixChannelOption("IPV6_MINHOPCOUNT", LEVEL_IPV6, 73);
    private static final RawUnixChannelOption MD5_KEY =
            new RawUnixChannelOption("TCP_MD5SIG_EXT", LEVEL_TCP, 32, SocketStructures.MD5_BYTES);
    private static final RawUnixChannelOption AO_KEY =
            new RawUnixChannelOption("TCP_AO_ADD_KEY", LEVEL_TCP, 38, SocketStructures.AO_BYTES);

    private final boolean epoll;
    private final boolean ipv6 = hasIpv6();
    private final TcpProtection protection;

    /**
     * Prepares sockets with a protection.
     *
     * @throws IllegalArgumentException if this machine cannot protect sockets like this; the message names the reason
     */
    public TcpSockets(TcpProtection protection) {
        this.protection = protection;
        this.epoll = !protection.isNone();
        if (epoll) {
            check();
        }
    }

    private void check() {
        if (!Epoll.isAvailable()) {
            throw new IllegalArgumentException(
                    protection + " needs Netty's native epoll library (Linux on x86_64 or aarch64): "
                            + Epoll.unavailabilityCause().getMessage(),
                    Epoll.unavailabilityCause());
        }
        if (!ipv6 && protection.peers().stream().anyMatch(peer -> !peer.isIpv4())) {
            throw new IllegalArgumentException(protection + " has IPv6 peers, but this system has no IPv6");
        }
        // A trial socket: the kernel may lack an option, or refuse an algorithm.
        EpollServerSocketChannel trial = new EpollServerSocketChannel();
        try {
            protect(trial);
        } catch (ChannelException e) {
            throw new IllegalArgumentException(
                    protection + " is not available: the kernel refused the option: " + reason(e) + needs(), e);
        } finally {
            trial.unsafe().closeForcibly();
        }
    }

    /** Returns prefixes that cover all addresses of the families that this system has. */
    public static List<Prefix> allAddresses() {
        Prefix ipv4 = Prefix.parse("0.0.0.0/0");
        return hasIpv6() ? List.of(ipv4, Prefix.parse("::/0")) : List.of(ipv4);
    }

    /** Returns true if new epoll sockets are of the family IPv6. The native library has to be loaded before. */
    private static boolean hasIpv6() {
        return Epoll.isAvailable() && Socket.isIPv6Preferred();
    }

    private String needs() {
        return protection.aoKeys().isEmpty() ? "" : " (TCP-AO needs Linux 6.7 or later with CONFIG_TCP_AO)";
    }

    private static String reason(ChannelException e) {
        return e.getCause() instanceof IOException io
                ? String.valueOf(io.getMessage())
                : String.valueOf(e.getMessage());
    }

    /** Creates event loops for the sockets. */
    public EventLoopGroup eventLoops(int threads, String name) {
        return new MultiThreadIoEventLoopGroup(
                threads,
                new DefaultThreadFactory(name, true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    /** Returns the factory of listening sockets; they are not protected yet. */
    public ChannelFactory<ServerChannel> listeners() {
        return epoll ? EpollServerSocketChannel::new : NioServerSocketChannel::new;
    }

    /** Returns the factory of connecting sockets; they are not protected yet. */
    public ChannelFactory<SocketChannel> connections() {
        return epoll ? EpollSocketChannel::new : NioSocketChannel::new;
    }

    /** Returns the factory of UDP sockets for the same event loops. */
    public ChannelFactory<DatagramChannel> datagrams() {
        return epoll ? EpollDatagramChannel::new : NioDatagramChannel::new;
    }

    /**
     * Sets the options of a socket before it listens or connects. Connections inherit the options of their listener.
     *
     * @throws ChannelException when the system refuses an option
     */
    public void protect(Channel channel) {
        if (protection.maxHops() > 0) {
            limitHops(channel);
        }
        for (Prefix peers : protection.peers()) {
            if (!protection.md5Password().isEmpty()) {
                set(channel, MD5_KEY, SocketStructures.md5(peers, protection.md5Password(), ipv6));
            }
            for (TcpAoKey key : protection.aoKeys()) {
                set(channel, AO_KEY, SocketStructures.ao(peers, key, ipv6));
            }
        }
    }

    /** RFC 5082 section 3: own packets have the TTL 255, and packets of others must have crossed few routers. */
    private void limitHops(Channel channel) {
        int minimum = MAX_TTL + 1 - protection.maxHops();
        channel.config().setOption(TTL_IPV4, MAX_TTL);
        channel.config().setOption(MIN_TTL_IPV4, minimum);
        if (ipv6) {
            channel.config().setOption(TTL_IPV6, MAX_TTL);
            channel.config().setOption(MIN_TTL_IPV6, minimum);
        }
    }

    private static void set(Channel channel, RawUnixChannelOption option, ByteBuffer structure) {
        channel.config().setOption(option, structure);
    }
}
