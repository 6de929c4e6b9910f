// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.List;
import java.util.Optional;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.Admission;

/**
 * How routers come to the server.
 *
 * @param admission who may
 * @param proxies load balancers whose connections begin with a PROXY protocol header
 * @param tls for BMP over TLS
 * @param keepalive of all connections
 */
public record BmpAccess(Admission admission, AddressRanges proxies, Optional<BmpTls> tls, Keepalive keepalive) {
    /** Everyone, over plain TCP. */
    public static final BmpAccess OPEN =
            new BmpAccess(new Admission(List.of()), new AddressRanges(List.of()), Optional.empty(), Keepalive.OFF);
}
