// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import com.google.protobuf.ByteString;
import java.util.Map;
import java.util.Set;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;

/**
 * The views that tell about one router: session records by session id. Immutable.
 *
 * @param hash hash of the router; empty if no router or several routers have the name of the settings
 * @param identifiers BGP Identifiers of the router
 * @param locRib the Loc-RIB of the router
 * @param neighbors sessions of internal neighbors with the router, in the views of these neighbors
 * @param feed sessions of the router with Pathproof, whose routes the collector publishes
 * @param reported sessions of the router with its neighbors
 */
record RouterViews(
        ByteString hash,
        Set<Integer> identifiers,
        Map<ByteString, Session> locRib,
        Map<ByteString, Session> neighbors,
        Map<ByteString, Session> feed,
        Map<ByteString, Session> reported) {
    /** No views. */
    static final RouterViews NONE = new RouterViews(ByteString.EMPTY, Set.of(), Map.of(), Map.of(), Map.of(), Map.of());

    /** Returns the advice for an operator if no view tells, as a sentence. */
    String advice() {
        if (hash.isEmpty()) {
            return "no router, or more than one, has this name: correct pathproof.feeds.routers";
        }
        if (locRib.values().stream().anyMatch(session -> session.getState() != State.UP)) {
            return "the Loc-RIB of the router is not complete";
        }
        String locRibAdvice = locRib.isEmpty()
                ? "let the router monitor its Loc-RIB (RFC 9069)"
                : "the Loc-RIB shows several paths or none of this family";
        return neighbors.isEmpty()
                ? locRibAdvice + ", or monitor an internal neighbor of the router, with path attributes of the view "
                        + RibView.ADJ_RIB_IN_PRE
                : locRibAdvice + "; its internal neighbors do not show its path: publish the path attributes of their"
                        + " view " + RibView.ADJ_RIB_IN_PRE + " (pathproof.collector.path-attributes)";
    }

    /** Returns true for a row of the router's Loc-RIB. */
    boolean isLocRib(SeenPath row) {
        return locRib.containsKey(row.session().getSessionId());
    }

    /** Returns true for a row that an internal neighbor has from the router. */
    boolean isNeighbor(SeenPath row) {
        return neighbors.containsKey(row.session().getSessionId());
    }

    /** Returns true for a row of a view of the router's session with Pathproof. */
    boolean isFeed(SeenPath row, RibView view) {
        return row.session().getView() == view && feed.containsKey(row.session().getSessionId());
    }
}
