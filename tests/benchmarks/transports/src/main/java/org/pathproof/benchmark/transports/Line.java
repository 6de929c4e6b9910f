// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.relay.RelaySettings;
import org.pathproof.transport.tcp.TcpProtection;

/**
 * Relays in a row. A connection to the first one is plain TCP; the transport under test joins all relays, and the last
 * relay to the target.
 */
final class Line implements AutoCloseable {
    private static final String HOST = "localhost";

    private final List<Relay> relays = new ArrayList<>();

    /**
     * Starts the relays, the last one first.
     *
     * @param hold time for which each relay holds bytes back
     * @param target address behind the last relay, with the protection of the TCP segments to it
     */
    Line(Kind kind, int length, Duration hold, Credentials credentials, Endpoint target, TcpProtection toTarget)
            throws InterruptedException {
        Endpoint next = target;
        TcpProtection toNext = toTarget;
        for (int i = length; i > 0; i--) {
            Endpoint.Transport from = i == 1 ? Endpoint.Transport.TCP : kind.transport();
            TcpProtection own = i == 1 ? TcpProtection.NONE : kind.protection();
            Relay relay = new Relay(new RelaySettings(
                            new Endpoint(from, HOST, 0),
                            own,
                            next,
                            toNext,
                            credentials.relays(),
                            QuicLimits.DEFAULT,
                            hold,
                            1))
                    .start();
            relays.addFirst(relay);
            next = new Endpoint(from, HOST, relay.port());
            toNext = own;
        }
    }

    /** Returns the port of the first relay. */
    int port() {
        return relays.getFirst().port();
    }

    /** Returns the port of the last relay. */
    int lastPort() {
        return relays.getLast().port();
    }

    @Override
    public void close() {
        relays.forEach(Relay::close);
    }
}
