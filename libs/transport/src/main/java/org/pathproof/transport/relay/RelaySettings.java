// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.relay;

import java.time.Duration;
import java.util.Optional;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsFiles;

/**
 * Settings of a {@link Relay}.
 *
 * @param listen address of connections to the relay
 * @param listenProtection protection of TCP connections to the relay
 * @param connect address to which the relay connects
 * @param connectProtection protection of TCP connections from the relay
 * @param tls files for TLS and QUIC; required if one of the addresses is encrypted
 * @param quic limits of QUIC
 * @param hold time for which the relay holds all bytes back, to simulate a long line in measurements; zero for none
 * @param threads number of event loops
 */
public record RelaySettings(
        Endpoint listen,
        TcpProtection listenProtection,
        Endpoint connect,
        TcpProtection connectProtection,
        Optional<TlsFiles> tls,
        QuicLimits quic,
        Duration hold,
        int threads) {
    public RelaySettings {
        if ((listen.transport().isEncrypted() || connect.transport().isEncrypted()) && tls.isEmpty()) {
            throw new IllegalArgumentException("TLS and QUIC need a certificate, a key and authorities");
        }
        refuseImpossible(listen, listenProtection);
        refuseImpossible(connect, connectProtection);
        if (connect.port() == 0) {
            throw new IllegalArgumentException(connect + ": the port to connect to is 1 to 65535");
        }
    }

    private static void refuseImpossible(Endpoint endpoint, TcpProtection protection) {
        if (endpoint.transport() == Endpoint.Transport.QUIC && !protection.isNone()) {
            throw new IllegalArgumentException(endpoint + ": " + protection + " protects TCP only");
        }
        if (endpoint.transport() != Endpoint.Transport.TLS && protection.hasHandshakeKeys()) {
            throw new IllegalArgumentException(endpoint + ": the TCP-AO key tls needs TLS");
        }
    }

    /** Returns a relay without protection of TCP segments and without delay. */
    public static RelaySettings of(Endpoint listen, Endpoint connect, Optional<TlsFiles> tls) {
        return new RelaySettings(
                listen, TcpProtection.NONE, connect, TcpProtection.NONE, tls, QuicLimits.DEFAULT, Duration.ZERO, 1);
    }

    /** Returns the files for TLS and QUIC; throws IllegalStateException if there are none. */
    TlsFiles credentials() {
        return tls.orElseThrow(() -> new IllegalStateException("no certificate"));
    }
}
