// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** Route Mirroring (RFC 7854 section 4.7): messages as received, verbatim, and what happened to them. */
public record RouteMirroring(PerPeerHeader peer, List<Tlv> tlvs) implements BmpMessage {
    /** TLV 0: a BGP message. */
    public static final int TLV_BGP_MESSAGE = 0;
    /** TLV 1: information, 0 errored PDU, 1 messages lost. */
    public static final int TLV_INFORMATION = 1;

    public static final int INFORMATION_ERRORED_PDU = 0;
    public static final int INFORMATION_MESSAGES_LOST = 1;

    static Decoded<RouteMirroring> decode(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<PerPeerHeader>(var peer) -> body.tlvs().map(tlvs -> new RouteMirroring(peer, tlvs));
        };
    }

    @Override
    public int type() {
        return TYPE_ROUTE_MIRRORING;
    }

    /** The mirrored BGP messages, header included, in order. */
    public List<Bytes> bgpMessages() {
        return tlvs.stream()
                .filter(t -> t.type() == TLV_BGP_MESSAGE)
                .map(Tlv::value)
                .toList();
    }

    /** Whether the router says that it lost messages before this one. */
    public boolean messagesLost() {
        return tlvs.stream()
                .anyMatch(t -> t.type() == TLV_INFORMATION
                        && t.value().length() == 2
                        && t.value().u16(0) == INFORMATION_MESSAGES_LOST);
    }
}
