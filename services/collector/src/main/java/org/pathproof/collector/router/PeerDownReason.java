// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bmp.PeerDown;

/** The reason of a Peer Down (RFC 7854 section 4.9) in session records, as words for an operator. */
final class PeerDownReason {
    private PeerDownReason() {}

    /** Returns the reason, with the description of its NOTIFICATION or the number of its FSM event. */
    static String text(PeerDown down) {
        String data = down.notification()
                .map(bgp -> BgpCodec.decode(bgp, BgpSessionOptions.DEFAULT)
                                instanceof Decoded.Ok<BgpMessage>(Notification n)
                        ? " (" + n.description() + ")"
                        : " that cannot be read")
                .or(() -> down.fsmEvent().stream()
                        .mapToObj(event -> " (event " + event + ")")
                        .findFirst())
                .orElse("");
        return switch (down.reason()) {
            case 1 -> "the router closed the session, with a NOTIFICATION" + data;
            case 2 -> "the router closed the session, by its state machine" + data;
            case 3 -> "the peer closed the session, with a NOTIFICATION" + data;
            case 4 -> "the peer closed the session, without a NOTIFICATION";
            case 5 -> "the router no longer monitors the peer";
            case 6 -> "the router closed its Loc-RIB";
            default -> "Peer Down with reason " + down.reason();
        };
    }
}
