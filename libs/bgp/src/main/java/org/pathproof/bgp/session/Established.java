// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.ErrorHandling;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.Reception;
import org.pathproof.wire.bgp.RouteRefresh;
import org.pathproof.wire.bgp.Sender;
import org.pathproof.wire.bgp.UnknownMessage;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.UpdateCheck;

/** Handles the messages of an established session: UPDATE, ROUTE-REFRESH and KEEPALIVE. */
final class Established {
    private static final int REFRESH_REQUEST = 0;
    private static final int SUBTYPE_AT = 2;

    private Established() {}

    /**
     * Adds the actions of a message to {@code out}. Returns an error of the message, or null.
     *
     * <p>A ROUTE-REFRESH is ignored if the session does not have its family (RFC 2918 section 4), or if its subtype is
     * unknown (RFC 7313 section 5). A ROUTE-REFRESH with route filters (RFC 5291) is also ignored, because this speaker
     * does not offer filters.
     *
     * <p>The faults of an UPDATE are handled as {@link org.pathproof.wire.bgp.FaultTable} says.
     */
    static @Nullable Notification handle(NegotiatedSession session, BgpMessage message, List<SessionAction> out) {
        switch (message) {
            case Update update -> {
                Sender sender = session.isInternal() ? Sender.INTERNAL : Sender.EXTERNAL;
                UpdateCheck checked = UpdateCheck.of(
                        update, Reception.from(sender, session.receiving().fourOctetAs()));
                if (checked.handling() == ErrorHandling.SESSION_RESET) {
                    return Notifications.of(checked.strongest().orElseThrow().fault(), update);
                }
                out.add(new SessionAction.Received(checked.usable(), checked.withdraws()));
            }
            case RouteRefresh(AfiSafi family, int subtype) -> {
                if (subtype == REFRESH_REQUEST && session.families().contains(family)) {
                    out.add(new SessionAction.Refresh(family));
                }
            }
            case UnknownMessage(int type, Bytes body) -> {
                if (session.enhancedRefresh() && isMarker(body)) { // RFC 7313 section 5: a marker has four bytes
                    return Notifications.badRefreshLength(BgpCodec.encode(message, BgpSessionOptions.DEFAULT));
                }
            }
            default -> {} // a KEEPALIVE restarts the Hold Timer, as every message does
        }
        return null;
    }

    private static boolean isMarker(Bytes refresh) {
        return refresh.length() > SUBTYPE_AT && (refresh.u8(SUBTYPE_AT) == 1 || refresh.u8(SUBTYPE_AT) == 2);
    }
}
