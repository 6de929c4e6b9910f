// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsPeer;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * A neighbor and the protection of its TCP connections.
 *
 * @param address address of the neighbor; connections from other addresses do not belong to it
 * @param port port to connect to
 * @param localAddress source address of connections to the neighbor; empty for the one that the system selects
 * @param session settings of the session
 * @param protection protection of the TCP segments, with the peer {@link #peer}
 * @param tls certificates of a session over TLS; empty for a session without TLS. Both sides use the same port
 */
public record Neighbor(
        InetAddress address,
        int port,
        Optional<InetAddress> localAddress,
        SessionSettings session,
        TcpProtection protection,
        Optional<TlsPeer> tls) {
    /** Port of BGP (RFC 4271 section 8). */
    public static final int BGP_PORT = 179;

    /** Name of BGP in the handshake of TLS (draft-wirtgen-bgp-tls), for the files of {@code tls}. */
    public static final String TLS_PROTOCOL = "botls";

    public Neighbor {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException(
                    "neighbor " + address.getHostAddress() + ": port " + port + " is not in 1..65535");
        }
        if (protection.hasHandshakeKeys()) {
            throw new IllegalArgumentException("neighbor " + address.getHostAddress()
                    + ": the TCP-AO key tls is not available for BGP: set keys with secrets");
        }
        if (protection.signsSegments() && !protection.peers().equals(peer(address))) {
            throw new IllegalArgumentException("neighbor " + address.getHostAddress() + ": " + protection
                    + " is for the peers " + protection.peers());
        }
    }

    /** Creates a neighbor without TLS. */
    public Neighbor(
            InetAddress address,
            int port,
            Optional<InetAddress> localAddress,
            SessionSettings session,
            TcpProtection protection) {
        this(address, port, localAddress, session, protection, Optional.empty());
    }

    /** Returns the protections of the connections for an operator, such as {@code TLS, TCP-MD5}; empty for none. */
    public String protections() {
        return Stream.of(tls.isPresent() ? "TLS" : "", protection.toString())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** Returns the peers of a {@link TcpProtection} for a neighbor: its address. */
    public static List<Prefix> peer(InetAddress address) {
        int afi = address instanceof Inet4Address ? AfiSafi.AFI_IPV4 : AfiSafi.AFI_IPV6;
        return List.of(Prefix.of(afi, Bytes.wrap(address.getAddress()), Prefix.maxLength(afi)));
    }

    /** Returns a neighbor on the BGP port without protection. */
    public static Neighbor of(InetAddress address, SessionSettings session) {
        return new Neighbor(address, BGP_PORT, Optional.empty(), session, TcpProtection.NONE);
    }

    /** Omits the protection. */
    @Override
    public String toString() {
        return address.getHostAddress() + " AS " + session.peerAs();
    }
}
