// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.Bytes;

/** Route Monitoring (RFC 7854 section 4.6): one UPDATE, header included. */
public record RouteMonitoring(PerPeerHeader peer, Bytes bgpMessage) implements BmpMessage {
    @Override
    public int type() {
        return TYPE_ROUTE_MONITORING;
    }
}
