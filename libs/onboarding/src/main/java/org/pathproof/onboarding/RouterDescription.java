// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.wire.bmp.RibView;

/**
 * The settings of one router, as its certificate carries them. Each has the meaning of the collector's setting of the
 * same name.
 *
 * @param name name of the router; one of the names of its certificate
 * @param asn AS of the router, or the identifier of its confederation
 * @param confederationMembers Member-AS numbers of the router's confederation (RFC 5065)
 * @param transparentPeers peers that may send pCount 0
 * @param loopAllowedPeers peers whose paths may contain the router's AS
 * @param dualPathPeers peers that may send BGPsec_PATH beside AS_PATH on a session without BGPsec
 * @param roles peers with a role for ASPA
 * @param views RIB views that the router may report; empty for all
 * @param peers peers that the router may report; empty for all
 * @param maxPeers maximum number of peers of the router; empty for the collector's limit
 */
public record RouterDescription(
        String name,
        long asn,
        Set<Long> confederationMembers,
        List<PeerSelector> transparentPeers,
        List<PeerSelector> loopAllowedPeers,
        List<PeerSelector> dualPathPeers,
        Map<NeighborRole, List<PeerSelector>> roles,
        Set<RibView> views,
        List<PeerSelector> peers,
        OptionalInt maxPeers) {
    public RouterDescription {
        confederationMembers = Set.copyOf(confederationMembers);
        transparentPeers = List.copyOf(transparentPeers);
        loopAllowedPeers = List.copyOf(loopAllowedPeers);
        dualPathPeers = List.copyOf(dualPathPeers);
        roles = Map.copyOf(roles);
        views = Set.copyOf(views);
        peers = List.copyOf(peers);
    }

    /** Returns a description of a router with a name and an AS alone. */
    public static RouterDescription of(String name, long asn) {
        return new RouterDescription(
                name,
                asn,
                Set.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                Set.of(),
                List.of(),
                OptionalInt.empty());
    }

    /** Returns the AS numbers that the router may have in its OPENs: its AS, and those of its confederation. */
    public Set<Long> localAses() {
        Set<Long> all = new HashSet<>(confederationMembers);
        all.add(asn);
        return all;
    }

    /** Returns the selectors of peers that get a right or a role, by the right. */
    public Map<Grant, List<PeerSelector>> grants() {
        Map<Grant, List<PeerSelector>> grants = new EnumMap<>(Grant.class);
        for (Grant grant : EnumSet.allOf(Grant.class)) {
            List<PeerSelector> selectors = selectors(grant).toList();
            if (!selectors.isEmpty()) {
                grants.put(grant, selectors);
            }
        }
        return grants;
    }

    private Stream<PeerSelector> selectors(Grant grant) {
        return switch (grant) {
            case TRANSPARENT_PEERS -> transparentPeers.stream();
            case LOOP_ALLOWED_PEERS -> loopAllowedPeers.stream();
            case DUAL_PATH_PEERS -> dualPathPeers.stream();
            case ROLES -> roles.values().stream().flatMap(List::stream);
        };
    }
}
