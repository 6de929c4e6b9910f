// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.pathproof.bgp.session.SessionSettings;

/**
 * A neighbor and the protection of its TCP connections.
 *
 * @param address address of the neighbor; connections from other addresses do not belong to it
 * @param port port to connect to
 * @param localAddress source address of connections to the neighbor; empty for the one that the system selects
 * @param session settings of the session
 * @param password TCP-MD5 password of 1 to 80 bytes (RFC 2385); empty for none
 * @param ttlSecurityHops maximum number of hops to the neighbor, 1 for a direct connection. Packets with more hops are
 *     dropped (GTSM, RFC 5082). 0 turns the check off
 */
public record Neighbor(
        InetAddress address,
        int port,
        Optional<InetAddress> localAddress,
        SessionSettings session,
        Optional<String> password,
        int ttlSecurityHops) {
    /** Port of BGP (RFC 4271 section 8). */
    public static final int BGP_PORT = 179;

    private static final int MAX_PASSWORD_BYTES = 80;
    private static final int MAX_HOPS = 254;

    public Neighbor {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException(
                    "neighbor " + address.getHostAddress() + ": port " + port + " is not in 1..65535");
        }
        if (ttlSecurityHops < 0 || ttlSecurityHops > MAX_HOPS) {
            throw new IllegalArgumentException("neighbor " + address.getHostAddress() + ": ttlSecurityHops is "
                    + ttlSecurityHops + ", must be 0 to " + MAX_HOPS);
        }
        int length = password.map(text -> text.getBytes(StandardCharsets.UTF_8).length)
                .orElse(1);
        if (length < 1 || length > MAX_PASSWORD_BYTES) {
            throw new IllegalArgumentException("neighbor " + address.getHostAddress() + ": the password has " + length
                    + " bytes, must be 1 to " + MAX_PASSWORD_BYTES);
        }
    }

    /** Returns a neighbor on the BGP port without protection. */
    public static Neighbor of(InetAddress address, SessionSettings session) {
        return new Neighbor(address, BGP_PORT, Optional.empty(), session, Optional.empty(), 0);
    }

    /** Returns true when the sockets of this neighbor need options that only epoll sockets have. */
    boolean needsEpoll() {
        return password.isPresent() || ttlSecurityHops > 0;
    }

    /** Omits the password. */
    @Override
    public String toString() {
        return address.getHostAddress() + " AS " + session.peerAs();
    }
}
