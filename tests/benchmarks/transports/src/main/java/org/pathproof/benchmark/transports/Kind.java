// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.util.List;
import java.util.Optional;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.tcp.TcpAoKey;
import org.pathproof.transport.tcp.TcpOptions;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tcp.TcpSockets;

/** A transport with its protection. */
enum Kind {
    TCP("tcp", Endpoint.Transport.TCP),
    GTSM("tcp+gtsm", Endpoint.Transport.TCP),
    TCP_MD5("tcp-md5", Endpoint.Transport.TCP),
    TCP_AO("tcp-ao", Endpoint.Transport.TCP),
    TLS("tls", Endpoint.Transport.TLS),
    TLS_MD5("tls+tcp-md5", Endpoint.Transport.TLS),
    TLS_AO("tls+tcp-ao", Endpoint.Transport.TLS),
    /** TCP-AO with keys of the TLS handshake. */
    TLS_AO_HANDSHAKE("tls+tcp-ao-handshake", Endpoint.Transport.TLS),
    QUIC("quic", Endpoint.Transport.QUIC);

    static final String PASSWORD = "password of the benchmark";

    private final String label;
    private final Endpoint.Transport transport;

    Kind(String label, Endpoint.Transport transport) {
        this.label = label;
        this.transport = transport;
    }

    String label() {
        return label;
    }

    Endpoint.Transport transport() {
        return transport;
    }

    /** Returns the protection of TCP segments between two relays. */
    TcpProtection protection() {
        return switch (this) {
            case TCP, TLS, QUIC -> TcpProtection.NONE;
            case GTSM -> new TcpProtection(List.of(), "", List.of(), 1);
            case TCP_MD5, TLS_MD5 -> new TcpProtection(TcpOptions.allAddresses(), PASSWORD, List.of(), 0);
            case TCP_AO, TLS_AO ->
                new TcpProtection(
                        TcpOptions.allAddresses(), "", List.of(TcpAoKey.parse("1 1 hmac-sha-1-96 " + PASSWORD)), 0);
            case TLS_AO_HANDSHAKE -> new TcpProtection(TcpOptions.allAddresses(), "", List.of(TcpAoKey.HANDSHAKE), 0);
        };
    }

    /** Returns the reason for which this machine has no such transport; empty if it has. */
    Optional<String> unavailable() {
        try {
            new TcpSockets(protection());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }
}
