// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.List;
import java.util.Optional;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.admission.Onboarding;
import org.pathproof.transport.tcp.Keepalive;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsFiles;

/**
 * Access of routers to the server.
 *
 * @param admission access rules
 * @param proxies load balancers whose connections begin with a PROXY protocol header
 * @param tls certificate and key for BMP over TLS and QUIC; empty for none
 * @param keepalive TCP keepalive of all connections
 * @param tcp protection of the TCP segments of all connections
 * @param onboarding use of the descriptions in certificates
 */
public record BmpAccess(
        Admission admission,
        AddressRanges proxies,
        Optional<TlsFiles> tls,
        Keepalive keepalive,
        TcpProtection tcp,
        Onboarding onboarding) {
    /** Access for every router, over plain TCP. */
    public static final BmpAccess OPEN =
            unprotected(new Admission(List.of()), new AddressRanges(List.of()), Optional.empty(), Keepalive.OFF);

    /** Returns access without protection of TCP segments, and without descriptions. */
    static BmpAccess unprotected(
            Admission admission, AddressRanges proxies, Optional<TlsFiles> tls, Keepalive keepalive) {
        return new BmpAccess(admission, proxies, tls, keepalive, TcpProtection.NONE, Onboarding.OFF);
    }
}
