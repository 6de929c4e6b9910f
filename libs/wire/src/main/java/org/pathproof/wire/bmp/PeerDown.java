// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/**
 * Peer Down (RFC 7854 section 4.9).
 *
 * @param reason 1 local with NOTIFICATION, 2 local with FSM event, 3 remote with NOTIFICATION, 4 remote without, 5
 *     de-configured, 6 Loc-RIB closed (RFC 9069)
 * @param data what follows, as the reason says: a NOTIFICATION, two octets of FSM event, TLVs, or nothing
 */
public record PeerDown(PerPeerHeader peer, int reason, Bytes data) implements BmpMessage {
    static Decoded<PeerDown> decode(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<PerPeerHeader>(var peer) ->
                body.has(1)
                        ? Decoded.ok(new PeerDown(
                                peer, body.reader().u8(), body.reader().rest()))
                        : body.truncated("reason", 1);
        };
    }

    @Override
    public int type() {
        return TYPE_PEER_DOWN;
    }
}
