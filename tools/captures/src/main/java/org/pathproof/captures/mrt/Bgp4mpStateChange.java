// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import org.pathproof.wire.ByteReader;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * BGP4MP_STATE_CHANGE and BGP4MP_STATE_CHANGE_AS4 (RFC 6396 sections 4.4.1 and 4.4.4). The states are 1 Idle, 2
 * Connect, 3 Active, 4 OpenSent, 5 OpenConfirm and 6 Established.
 */
public record Bgp4mpStateChange(long timestampMicros, Bgp4mpPeering peering, int oldState, int newState)
        implements MrtRecord {
    public static final int ESTABLISHED = 6;

    static Decoded<MrtRecord> read(long timestampMicros, boolean as4, Bytes body) {
        ByteReader in = new ByteReader(body);
        return switch (Bgp4mpPeering.read(in, as4, body)) {
            case Decoded.Damaged<Bgp4mpPeering>(WireError error, Bytes bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<Bgp4mpPeering>(Bgp4mpPeering peering) -> {
                if (!in.has(4)) {
                    yield Malformed.truncated("Old State", in.position(), body);
                }
                MrtRecord change = new Bgp4mpStateChange(timestampMicros, peering, in.u16(), in.u16());
                yield in.remaining() == 0 ? Decoded.ok(change) : Malformed.trailing(in.position(), body);
            }
        };
    }
}
