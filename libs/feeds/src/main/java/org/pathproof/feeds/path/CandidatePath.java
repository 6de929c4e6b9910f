// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import org.pathproof.wire.Prefix;

/**
 * A path of one router to one prefix, from its Adj-RIB-In.
 *
 * @param peer the peer that announced the path
 * @param pathId the Path Identifier of the announcement (RFC 7911), unsigned; 0 without ADD-PATH
 * @param attributes the path attributes, after the import policy if {@code postPolicy} is true
 * @param states the verdict on the path. For the post-policy view, the verdict belongs to the pre-policy path from
 *     which the router derived the attributes
 * @param postPolicy true for the post-policy Adj-RIB-In, which holds only paths that the router's import policy accepts
 */
public record CandidatePath(
        Peer peer, long pathId, Prefix prefix, RouteAttributes attributes, RouteStates states, boolean postPolicy) {
    /** Identifies a path among the paths of a router to one prefix. */
    public record Key(PeerKey peer, long pathId) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int order = peer.compareTo(other.peer);
            return order != 0 ? order : Long.compare(pathId, other.pathId);
        }

        @Override
        public String toString() {
            return pathId == 0 ? peer.toString() : peer + " path-id " + pathId;
        }
    }

    public Key key() {
        return new Key(peer.key(), pathId);
    }

    /** Returns true if both paths have the same {@link #key}. */
    public boolean hasKeyOf(CandidatePath other) {
        return pathId == other.pathId && peer.key().equals(other.peer.key());
    }
}
