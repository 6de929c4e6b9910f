// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.LargeCommunities;
import org.pathproof.wire.bgp.LargeCommunities.LargeCommunity;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.route.RoutePathAttributes;

/**
 * A row of the table, with the values that tell about the use of overrides.
 *
 * @param session record of the row's session
 * @param current true if the router has the row now, as far as its BMP session tells
 * @param asPath AS numbers, the nearest first
 * @param nextHop 4 or 16 bytes
 * @param attributes the path attributes; empty if the collector does not publish them for this view
 */
record SeenPath(
        Session session, boolean current, List<Long> asPath, Bytes nextHop, Optional<RoutePathAttributes> attributes) {
    /** Returns the path of a row; empty for a row that is not unicast, or whose session has no record. */
    static Optional<SeenPath> of(Route route) {
        Session session = route.sessionView().session().orElse(null);
        if (session == null || route.safi() != AfiSafi.SAFI_UNICAST) {
            return Optional.empty();
        }
        Verdict path = route.path().decode();
        return Optional.of(new SeenPath(
                session,
                session.getState() == State.UP
                        || session.getState() == State.SYNCING && route.epoch() == session.getEpoch(),
                path.getAsPathList().stream().map(Integer::toUnsignedLong).toList(),
                Bytes.wrap(path.getNextHop().toByteArray()),
                path.getPathAttributes().isEmpty()
                        ? Optional.empty()
                        : RoutePathAttributes.decode(
                                Bytes.wrap(path.getPathAttributes().toByteArray()))));
    }

    /** Returns the value of LOCAL_PREF; empty if the row does not have it. */
    OptionalLong localPreference() {
        return find(LocalPref.class)
                .map(value -> OptionalLong.of(value.preference()))
                .orElseGet(OptionalLong::empty);
    }

    boolean has(LargeCommunity community) {
        return find(LargeCommunities.class)
                .filter(all -> all.values().contains(community))
                .isPresent();
    }

    /** Returns true if ORIGINATOR_ID is a BGP Identifier. */
    boolean isOriginatedBy(int identifier) {
        return find(OriginatorId.class)
                .filter(id -> (int) id.routerId().u32(0) == identifier)
                .isPresent();
    }

    /** Returns true if CLUSTER_LIST has an identifier. */
    boolean hasPassed(int identifier) {
        return find(ClusterList.class)
                .filter(list -> list.clusterIds().stream().anyMatch(id -> (int) id.u32(0) == identifier))
                .isPresent();
    }

    private <A extends PathAttribute> Optional<A> find(Class<A> kind) {
        return attributes.flatMap(all -> all.attributes().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst());
    }
}
