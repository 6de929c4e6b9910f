// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.List;
import java.util.Optional;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.Admission;

/**
 * Access of routers to the server.
 *
 * @param admission access rules
 * @param proxies load balancers whose connections begin with a PROXY protocol header
 * @param tls certificate and key for BMP over TLS; empty for none
 * @param keepalive TCP keepalive of all connections
 */
public record BmpAccess(Admission admission, AddressRanges proxies, Optional<BmpTls> tls, Keepalive keepalive) {
    /** Access for every router, over plain TCP. */
    public static final BmpAccess OPEN =
            new BmpAccess(new Admission(List.of()), new AddressRanges(List.of()), Optional.empty(), Keepalive.OFF);
}
