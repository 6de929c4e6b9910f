// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A route of one router. Identifiers, CLUSTER_IDs and addresses are small numbers.
 *
 * @param source the announcement that the route comes from
 * @param nextHop address of a router, or {@link #EXTERNAL_ADDRESSES} plus the index of an upstream
 * @param originatorId ORIGINATOR_ID (RFC 4456 section 8); 0 if missing
 * @param clusterList CLUSTER_LIST, latest reflector first
 * @param memberAses AS_CONFED_SEQUENCE, latest member AS first
 * @param signed true if the route still has its signatures
 * @param mark large community of an override
 * @param injectedAt index of the router that received the override; -1 for other routes. Only checks use it
 * @param ranked true for an override that its router ranks above LOCAL_PREF; no other router sees it
 */
public record Route(
        UpstreamAnnouncement source,
        int localPref,
        int nextHop,
        int originatorId,
        List<Integer> clusterList,
        List<Integer> memberAses,
        boolean signed,
        Mark mark,
        int injectedAt,
        boolean ranked) {
    /** First address of upstreams. Smaller addresses are those of routers. */
    public static final int EXTERNAL_ADDRESSES = 1_000;

    /** Returns the route that a router makes of an upstream's announcement. */
    public static Route ofUpstream(UpstreamAnnouncement announcement, int localPref) {
        return new Route(
                announcement,
                localPref,
                EXTERNAL_ADDRESSES + announcement.upstream(),
                0,
                List.of(),
                List.of(),
                true,
                Mark.NONE,
                -1,
                false);
    }

    public boolean isOverride() {
        return mark != Mark.NONE;
    }

    Route withLocalPref(int value) {
        return new Route(
                source, value, nextHop, originatorId, clusterList, memberAses, signed, mark, injectedAt, ranked);
    }

    Route withNextHop(int address) {
        return new Route(
                source, localPref, address, originatorId, clusterList, memberAses, signed, mark, injectedAt, ranked);
    }

    Route reflected(int originator, int clusterId) {
        return withReflection(originator, prepend(clusterId, clusterList));
    }

    Route withReflection(int originator, List<Integer> clusters) {
        return new Route(
                source, localPref, nextHop, originator, clusters, memberAses, signed, mark, injectedAt, ranked);
    }

    Route enteringMemberAs(int fromMemberAs) {
        return new Route(
                source,
                localPref,
                nextHop,
                0,
                List.of(),
                prepend(fromMemberAs, memberAses),
                signed,
                mark,
                injectedAt,
                ranked);
    }

    /** Returns the route as neighbors receive it: without the local rank, and perhaps without signatures. */
    Route sent(boolean keepsSignatures) {
        return ranked || (signed && !keepsSignatures)
                ? new Route(
                        source,
                        localPref,
                        nextHop,
                        originatorId,
                        clusterList,
                        memberAses,
                        signed && keepsSignatures,
                        mark,
                        injectedAt,
                        false)
                : this;
    }

    private static List<Integer> prepend(int value, List<Integer> rest) {
        List<Integer> list = new ArrayList<>(rest.size() + 1);
        list.add(value);
        list.addAll(rest);
        return List.copyOf(list);
    }
}
