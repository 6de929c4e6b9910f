// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.util.Optional;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.bgp.NegotiatedSession.PeerRestart;
import org.pathproof.wire.bgp.Notification;

/** The last message of a session that ends on demand (RFC 4486, RFC 9003, RFC 8538). */
final class FinalNotification {
    private FinalNotification() {}

    /**
     * Returns the last message on a connection. Empty before a restart if a NOTIFICATION would make the neighbor drop
     * the routes.
     */
    static Optional<Notification> of(Connection connection, StopReason reason, String text) {
        NegotiatedSession session = connection.session;
        PeerRestart restart = session == null || connection.state != BgpState.ESTABLISHED
                ? PeerRestart.NONE
                : session.gracefulRestart();
        return switch (reason) {
            case SHUTDOWN ->
                Optional.of(withoutGrace(Notifications.cease(Notifications.ADMINISTRATIVE_SHUTDOWN, text), restart));
            case DECONFIGURED ->
                Optional.of(
                        withoutGrace(Notifications.of(Notifications.CEASE, Notifications.PEER_DECONFIGURED), restart));
            case RESTART ->
                restart.supported() && !restart.notifications()
                        ? Optional.empty()
                        : Optional.of(Notifications.cease(Notifications.ADMINISTRATIVE_RESET, text));
        };
    }

    private static Notification withoutGrace(Notification notification, PeerRestart restart) {
        return restart.notifications() ? Notifications.hardReset(notification) : notification;
    }
}
