// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A neighbor in another AS, which announces at most one path. */
final class Upstream implements Session.Speaker {
    private @Nullable UpstreamAnnouncement current;
    private @Nullable Session session;

    void attach(Session attached) {
        session = attached;
    }

    Session session() {
        return requireNonNull(session);
    }

    /** Announces another path, or withdraws the path if {@code announcement} is null. */
    void announce(@Nullable UpstreamAnnouncement announcement) {
        boolean nothing = current == null && announcement == null;
        current = announcement;
        if (!nothing) {
            send();
        }
    }

    /** Returns the path that the router has; null if there is none, or if the session is down. */
    @Nullable
    UpstreamAnnouncement available() {
        return session().isUp() ? current : null;
    }

    private void send() {
        session().send(this, 0, current == null ? null : Route.ofUpstream(current, UpstreamPlan.DEFAULT_LOCAL_PREF));
    }

    @Override
    public void receive(int neighbor, int pathId, @Nullable Route route) {
        throw new IllegalStateException("the model has no routes to upstreams");
    }

    @Override
    public void onUp(int neighbor) {
        if (current != null) {
            send();
        }
    }

    @Override
    public void onDown(int neighbor) {
        // The path stays, and is sent again at the next start.
    }
}
