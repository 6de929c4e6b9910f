// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A neighbor of a router, with the routes from it and to it by their Path Identifiers. */
final class Neighbor {
    final int index;
    final PeerKind kind;
    /** True if the neighbor is a reflection client of the router. */
    final boolean client;

    final boolean feed;
    final boolean addPath;
    final int identifier;
    final int address;
    /** LOCAL_PREF that the import policy sets for paths of an external neighbor. */
    final int localPref;

    final Map<Integer, Route> in = new TreeMap<>();
    final Map<Integer, Route> out = new TreeMap<>();
    private @Nullable Session session;

    Neighbor(
            int index,
            PeerKind kind,
            boolean client,
            boolean feed,
            boolean addPath,
            int identifier,
            int address,
            int localPref) {
        this.index = index;
        this.kind = kind;
        this.client = client;
        this.feed = feed;
        this.addPath = addPath;
        this.identifier = identifier;
        this.address = address;
        this.localPref = localPref;
    }

    void attach(Session attached) {
        session = attached;
    }

    Session session() {
        return requireNonNull(session);
    }
}
