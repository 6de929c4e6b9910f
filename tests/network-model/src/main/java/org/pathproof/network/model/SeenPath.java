// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.List;

/**
 * A path in the Adj-RIB-In of a monitored router, as Pathproof sees it.
 *
 * @param localPref LOCAL_PREF; {@link #UNKNOWN} if the router does not show it
 * @param clusterList CLUSTER_LIST as the router shows it
 * @param route the route, for the attributes that routers show unchanged
 */
public record SeenPath(
        Key key, PeerKind kind, int peerIdentifier, int localPref, List<Integer> clusterList, Route route) {
    /** LOCAL_PREF that is not shown. */
    public static final int UNKNOWN = -1;

    /** Identifies a path. */
    public record Key(int router, int neighbor, int pathId) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int order = Integer.compare(router, other.router);
            if (order == 0) {
                order = Integer.compare(neighbor, other.neighbor);
            }
            return order != 0 ? order : Integer.compare(pathId, other.pathId);
        }
    }

    public int router() {
        return key.router();
    }

    /** Returns true if the policy refuses the path. Paths without signatures are accepted. */
    public boolean refused() {
        return route.signed() && route.source().tampered();
    }

    /** Returns LOCAL_PREF, or the default if the router does not show it. */
    public int localPrefOrDefault() {
        return localPref == UNKNOWN ? UpstreamPlan.DEFAULT_LOCAL_PREF : localPref;
    }

    /** Returns the BGP Identifier of the router where the path entered the AS, as far as the path shows it. */
    public int originator() {
        return route.originatorId() != 0 ? route.originatorId() : peerIdentifier;
    }
}
