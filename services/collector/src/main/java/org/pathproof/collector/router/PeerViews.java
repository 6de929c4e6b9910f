// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/** The RIB views of a peer, with the names and the warning that their sessions share. */
final class PeerViews {
    private final Map<RibView, ViewState> views = new EnumMap<>(RibView.class);
    private final PeerDescription description;
    private final Sessions sessions;
    private final String collectorId;

    PeerViews(PeerId id, RouterContext router, Sessions sessions, boolean relayed) {
        this.description = new PeerDescription(id, router);
        this.sessions = sessions;
        this.collectorId = router.rules().collectorId();
        for (RibView view : RibView.values()) {
            views.put(view, new ViewState(id, description, view, router, sessions, relayed));
        }
    }

    PeerDescription description() {
        return description;
    }

    ViewState get(RibView ribView) {
        ViewState view = views.get(ribView);
        if (view == null) {
            throw new IllegalStateException("no view " + ribView);
        }
        return view;
    }

    /**
     * Gives the open views the facts of a Peer Up.
     *
     * @param resumed true if the views continue from their records, and the Peer Up is a repetition
     * @param restart true for a new BGP session
     */
    void handlePeerUp(
            PerPeerHeader header, @Nullable PeerFacts known, boolean resumed, boolean restart, long nowMicros) {
        for (ViewState view : views.values()) {
            if (!view.isOpen()) {
                continue;
            }
            if (resumed) {
                view.open(header, known, nowMicros);
            } else if (restart) {
                view.restart(header, known, nowMicros);
            } else if (known != null) {
                view.learn(header, known, nowMicros);
            }
        }
    }

    /** Sets whether a Peer Down may have been about this peer. Its sessions have a warning in that time. */
    void setDownAmbiguous(boolean ambiguous, long nowMicros) {
        if (description.setDownAmbiguous(ambiguous)) {
            views.values().forEach(view -> view.describeAgain(nowMicros));
        }
    }

    /** Ends the sessions; returns false if each session was unknown or already down. */
    boolean end(String reason, long nowMicros) {
        boolean any = false;
        for (ViewState view : views.values()) {
            any |= sessions.down(view.id(), collectorId, reason, nowMicros);
            view.close();
        }
        return any;
    }

    /** Marks the sessions as lost: the BMP connection ended. */
    void markLost(String reason, long nowMicros) {
        for (ViewState view : views.values()) {
            if (view.isOpen()) {
                sessions.markLost(view.id(), collectorId, reason, nowMicros);
                view.close();
            }
        }
    }

    void tick(long nowMicros, long stalledMicros) {
        views.values().forEach(view -> view.tick(nowMicros, stalledMicros));
    }

    /** Returns the id of the pre-policy session of a post-policy Adj-RIB-In; empty for other views. */
    Bytes prePolicySession(RibView view) {
        return view == RibView.ADJ_RIB_IN_POST
                ? get(RibView.ADJ_RIB_IN_PRE).id().bytes()
                : Bytes.EMPTY;
    }
}
