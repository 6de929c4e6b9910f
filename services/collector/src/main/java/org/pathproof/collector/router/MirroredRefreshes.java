// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.pathproof.collector.mirroring.MirroredRoutes;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.RouteRefresh;
import org.pathproof.wire.bmp.PeerUp;

/**
 * Enhanced route refreshes in the mirrored messages of a peer (RFC 7313 section 4). Between BoRR and EoRR of a family,
 * the peer sends all its routes of the family again. At EoRR, the other routes of the family are removed, if the table
 * of the family comes from Route Mirroring. A table from Route Monitoring gets withdrawals from the router. A refresh
 * also ends the warning about lost messages.
 */
final class MirroredRefreshes {
    /** Epochs of the refreshes that began, by family; 0 for a refresh that removes no routes. */
    private final Map<AfiSafi, Long> epochs = new HashMap<>();

    private boolean negotiated = true;
    private boolean endOfRibFirst;
    private final Set<AfiSafi> ended = new HashSet<>();

    /**
     * Starts a session.
     *
     * @param newSession true if the BGP session is new. After a new BMP connection, the peer can have sent its
     *     End-of-RIB before.
     */
    void onPeerUp(PeerUp up, boolean newSession) {
        epochs.clear();
        ended.clear();
        negotiated = true;
        endOfRibFirst = false;
        if (BgpCodec.decode(up.receivedOpen(), BgpSessionOptions.DEFAULT)
                instanceof Decoded.Ok<BgpMessage>(Open received)) {
            negotiated = received.find(Capability.EnhancedRouteRefresh.class).isPresent();
            endOfRibFirst = newSession
                    && received.find(Capability.GracefulRestart.class).isPresent();
        }
    }

    /** Records an End-of-RIB of the peer. */
    void onEndOfRib(AfiSafi family) {
        if (isUnicast(family)) {
            ended.add(family);
        }
    }

    /** Ends all refreshes without a result, because messages were lost. */
    void cancel() {
        epochs.clear();
    }

    /** Handles a ROUTE-REFRESH of the peer; other subtypes than BoRR and EoRR have no effect. */
    void handle(RouteRefresh message, ViewState view, MirroredRoutes mirrored, long nowMicros) {
        AfiSafi family = message.family();
        if (!negotiated || !view.isOpen() || !isUnicast(family)) {
            return;
        }
        if (message.subtype() == RouteRefresh.BEGIN) {
            // RFC 7313 section 4: after a graceful restart capability, BoRR before the End-of-RIB is ignored.
            if (!endOfRibFirst || ended.contains(family)) {
                epochs.put(family, mirrored.isTable(family) ? view.beginRefresh(nowMicros) : 0);
            }
        } else if (message.subtype() == RouteRefresh.END) {
            Long epoch = epochs.remove(family);
            if (epoch != null) {
                view.endRefresh(family, mirrored.isTable(family) ? epoch : 0, nowMicros);
            }
        }
    }

    private static boolean isUnicast(AfiSafi family) {
        return family.equals(AfiSafi.IPV4_UNICAST) || family.equals(AfiSafi.IPV6_UNICAST);
    }
}
