// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.unix.RawUnixChannelOption;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.Prefix;

/**
 * Changes the TCP-AO keys of epoll sockets (RFC 5925, Linux 6.7). All methods throw {@link ChannelException} if the
 * system refuses an option.
 */
final class TcpAoOptions {
    // Linux numbers: linux/tcp.h.
    private static final int LEVEL_TCP = 6;
    private static final RawUnixChannelOption ADD_AO_KEY =
            new RawUnixChannelOption("TCP_AO_ADD_KEY", LEVEL_TCP, 38, SocketStructures.AO_BYTES);
    private static final RawUnixChannelOption DELETE_AO_KEY =
            new RawUnixChannelOption("TCP_AO_DEL_KEY", LEVEL_TCP, 39, SocketStructures.AO_DELETE_BYTES);
    private static final RawUnixChannelOption AO_INFO =
            new RawUnixChannelOption("TCP_AO_INFO", LEVEL_TCP, 40, SocketStructures.AO_INFO_BYTES);

    private TcpAoOptions() {}

    /**
     * Returns the prefixes by which sockets have TCP-AO keys. Sockets of the family IPv6 have no TCP-AO keys for IPv4
     * prefixes that begin with the address 0.0.0.0, but for the parts of such a prefix without 0.0.0.0/8.
     */
    static List<Prefix> peers(List<Prefix> peers) {
        if (!SocketStructures.hasIpv6()) {
            return peers;
        }
        List<Prefix> prefixes = new ArrayList<>();
        for (Prefix each : peers) {
            if (each.isIpv4() && each.hi() == 0 && each.length() < Byte.SIZE) {
                for (int length = each.length() + 1; length <= Byte.SIZE; length++) {
                    prefixes.add(Prefix.ipv4(1 << (Integer.SIZE - length), length));
                }
            } else {
                prefixes.add(each);
            }
        }
        return prefixes;
    }

    /** Adds a TCP-AO key to a socket in any state. */
    static void add(Channel channel, Prefix peers, TcpAoKey key) {
        channel.config().setOption(ADD_AO_KEY, SocketStructures.ao(peers, key, SocketStructures.hasIpv6()));
    }

    /**
     * Removes a TCP-AO key of a socket.
     *
     * @param listener true if the socket listens; its connections keep the key
     */
    static void remove(Channel channel, AoKeyStatus key, boolean listener) {
        channel.config()
                .setOption(
                        DELETE_AO_KEY,
                        SocketStructures.aoDelete(
                                key.peers(), key.sendId(), key.receiveId(), listener, SocketStructures.hasIpv6()));
    }

    /** Signs the sent segments of a connection with a key, which the peer must have. */
    static void sign(Channel connection, TcpAoKey key) {
        connection.config().setOption(AO_INFO, SocketStructures.aoSign(key));
    }

    /** Asks the peer of a connection to sign with a key, which both sides have (RNextKeyID, RFC 5925 section 2.2). */
    static void request(Channel connection, TcpAoKey key) {
        connection.config().setOption(AO_INFO, SocketStructures.aoRequest(key));
    }
}
