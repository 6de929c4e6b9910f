// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import java.io.IOException;
import java.util.List;
import org.pathproof.wire.Prefix;

/**
 * Options of epoll sockets for a {@link TcpProtection}: TCP-MD5, TCP-AO and GTSM. All methods throw
 * {@link ChannelException} if the system refuses an option.
 */
public final class TcpOptions {
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

    private TcpOptions() {}

    /**
     * Checks with a socket of its own that this machine can protect sockets like this.
     *
     * @throws IllegalArgumentException if it cannot; the message names the reason
     */
    public static void check(TcpProtection protection) {
        if (protection.isNone()) {
            return;
        }
        if (!Epoll.isAvailable()) {
            throw new IllegalArgumentException(
                    protection + " needs Netty's native epoll library (Linux on x86_64 or aarch64): "
                            + Epoll.unavailabilityCause().getMessage(),
                    Epoll.unavailabilityCause());
        }
        if (!SocketStructures.hasIpv6() && protection.peers().stream().anyMatch(peer -> !peer.isIpv4())) {
            throw new IllegalArgumentException(protection + " has IPv6 peers, but this system has no IPv6");
        }
        // The kernel may lack an option, or refuse an algorithm.
        EpollServerSocketChannel trial = new EpollServerSocketChannel();
        try {
            protect(trial, protection);
        } catch (ChannelException e) {
            throw new IllegalArgumentException(
                    protection + " is not available: the kernel refused the option: " + reason(e)
                            + (protection.aoKeys().isEmpty()
                                    ? ""
                                    : " (TCP-AO needs Linux 6.7 or later with CONFIG_TCP_AO)"),
                    e);
        } finally {
            trial.unsafe().closeForcibly();
        }
    }

    private static String reason(ChannelException e) {
        return e.getCause() instanceof IOException io
                ? String.valueOf(io.getMessage())
                : String.valueOf(e.getMessage());
    }

    /** Returns prefixes that cover all addresses of the families that this system has. */
    public static List<Prefix> allAddresses() {
        Prefix ipv4 = Prefix.parse("0.0.0.0/0");
        return SocketStructures.hasIpv6() ? List.of(ipv4, Prefix.parse("::/0")) : List.of(ipv4);
    }

    /** Sets all options of a socket before it listens or connects. Connections inherit those of their listener. */
    public static void protect(Channel channel, TcpProtection protection) {
        if (protection.maxHops() > 0) {
            limitHops(channel, protection.maxHops());
        }
        addKeys(channel, protection);
    }

    /** Adds the keys of TCP-MD5 and TCP-AO to a socket that listens, or before it connects. */
    public static void addKeys(Channel channel, TcpProtection protection) {
        boolean ipv6 = SocketStructures.hasIpv6();
        if (!protection.md5Password().isEmpty()) {
            for (Prefix peers : protection.peers()) {
                channel.config().setOption(MD5_KEY, SocketStructures.md5(peers, protection.md5Password(), ipv6));
            }
        }
        // The kernel signs the first segment with the key that was added last.
        for (TcpAoKey key : protection.aoKeys().reversed()) {
            for (Prefix peers : TcpAoOptions.peers(protection.peers())) {
                TcpAoOptions.add(channel, peers, key);
            }
        }
    }

    /** Removes the TCP-MD5 password that {@link #addKeys} added to a listener. Its connections keep the password. */
    public static void removePassword(Channel listener, TcpProtection protection) {
        if (!protection.md5Password().isEmpty()) {
            for (Prefix peers : protection.peers()) {
                listener.config().setOption(MD5_KEY, SocketStructures.md5(peers, "", SocketStructures.hasIpv6()));
            }
        }
    }

    /**
     * Drops packets that have crossed more routers than permitted (RFC 5082 section 3).
     *
     * @param maxHops 1 for a direct connection
     */
    public static void limitHops(Channel channel, int maxHops) {
        sendMaxTtl(channel);
        int minimum = MAX_TTL + 1 - maxHops;
        channel.config().setOption(MIN_TTL_IPV4, minimum);
        if (SocketStructures.hasIpv6()) {
            channel.config().setOption(MIN_TTL_IPV6, minimum);
        }
    }

    /** Sends packets with the TTL 255, which peers with GTSM expect from the first packet on. */
    public static void sendMaxTtl(Channel channel) {
        channel.config().setOption(TTL_IPV4, MAX_TTL);
        if (SocketStructures.hasIpv6()) {
            channel.config().setOption(TTL_IPV6, MAX_TTL);
        }
    }
}
