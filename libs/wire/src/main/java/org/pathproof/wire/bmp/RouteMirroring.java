// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/**
 * Route Mirroring (RFC 7854 section 4.7): BGP messages exactly as received, with information about errors and losses.
 */
public record RouteMirroring(PerPeerHeader peer, List<Tlv> tlvs) implements BmpMessage {
    /** Type of a TLV with a BGP message. */
    public static final int TLV_BGP_MESSAGE = 0;
    /** Type of a TLV with an information code. */
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

    /** Returns the mirrored BGP messages in order, headers included. */
    public List<Bytes> bgpMessages() {
        return tlvs.stream()
                .filter(t -> t.type() == TLV_BGP_MESSAGE)
                .map(Tlv::value)
                .toList();
    }

    /** Returns true when the router reports that it lost messages before this one. */
    public boolean messagesLost() {
        return hasInformation(INFORMATION_MESSAGES_LOST);
    }

    /** Returns true when the router treats the routes of the BGP message as withdrawn, because of an error in it. */
    public boolean isErrored() {
        return hasInformation(INFORMATION_ERRORED_PDU);
    }

    private boolean hasInformation(int code) {
        return tlvs.stream()
                .anyMatch(t -> t.type() == TLV_INFORMATION
                        && t.value().length() == 2
                        && t.value().u16(0) == code);
    }
}
