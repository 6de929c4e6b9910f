// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import org.jspecify.annotations.Nullable;

/**
 * An event from outside.
 *
 * @param gap time since the previous event
 * @param target index of an upstream, a peering or a router
 * @param announcement the announced path; null for other kinds
 */
public record EventPlan(
        int gap, Kind kind, int target, @Nullable UpstreamAnnouncement announcement) {
    /** Kinds of events. */
    public enum Kind {
        ANNOUNCE,
        WITHDRAW,
        /** The session with an upstream ends. */
        UPSTREAM_DOWN,
        UPSTREAM_UP,
        PEERING_DOWN,
        PEERING_UP,
        /** The next hop of an upstream becomes unreachable, while all sessions stay up. */
        NEXT_HOP_LOST,
        NEXT_HOP_BACK,
        /** A router loses all sessions and tables, and starts again. */
        RESTART;

        /** Returns true for kinds whose target is an upstream. */
        public boolean isOfUpstream() {
            return switch (this) {
                case ANNOUNCE, WITHDRAW, UPSTREAM_DOWN, UPSTREAM_UP, NEXT_HOP_LOST, NEXT_HOP_BACK -> true;
                case PEERING_DOWN, PEERING_UP, RESTART -> false;
            };
        }
    }
}
