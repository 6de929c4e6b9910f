// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.Optional;
import org.pathproof.wire.Bytes;

/**
 * A well-framed message of a version or type that no decoder is registered for: kept as it came. Version 4
 * (draft-ietf-grow-bmp-tlv) is among them: its common and per-peer headers are those of version 3, the rest are TLVs.
 *
 * @param body what follows the common header
 */
public record UnknownBmpMessage(int version, int type, Bytes body) implements BmpMessage {
    /** The per-peer header, in messages of version 4 whose type has one. */
    public Optional<PerPeerHeader> peer() {
        boolean hasPeer = switch (type) {
            case TYPE_ROUTE_MONITORING, TYPE_STATISTICS_REPORT, TYPE_PEER_DOWN, TYPE_PEER_UP, TYPE_ROUTE_MIRRORING ->
                true;
            default -> false;
        };
        return version == BmpFramer.VERSION_4 && hasPeer && body.length() >= PerPeerHeader.LENGTH
                ? Optional.of(PerPeerHeader.read(body.reader()))
                : Optional.empty();
    }
}
