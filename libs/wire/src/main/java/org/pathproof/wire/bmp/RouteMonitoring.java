// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** Route Monitoring (RFC 7854 section 4.6): one UPDATE, header included. */
public record RouteMonitoring(PerPeerHeader peer, Bytes bgpMessage) implements BmpMessage {
    static Decoded<RouteMonitoring> decode(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<PerPeerHeader>(var peer) ->
                Decoded.ok(new RouteMonitoring(peer, body.reader().rest()));
        };
    }

    @Override
    public int type() {
        return TYPE_ROUTE_MONITORING;
    }
}
