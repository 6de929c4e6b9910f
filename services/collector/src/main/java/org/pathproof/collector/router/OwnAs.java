// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.RouteOrigin;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.contracts.v1.PeerRelation;
import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.bmp.PerPeerHeader;

/**
 * The own AS of a router, as its messages show it. The own AS is the origin of paths that are empty or end with a
 * confederation segment (RFC 6811 section 2).
 *
 * <p>The OPEN that the router sent to the peer names the own AS. It is uncertain if the router sent another AS to
 * another peer of the same instance (RFC 7705), and for a Member-AS, because VRPs name the AS Confederation Identifier
 * (RFC 5065 section 1.1). Without an OPEN, the per-peer header of a Loc-RIB (RFC 9069 section 5.1) and of a peer
 * without address names the own AS. Otherwise, the OPENs to the other peers suggest it, and then the settings.
 * Confined to the thread of the router.
 */
final class OwnAs {
    /** Maximum number of AS numbers that are kept for an instance. More than two are not distinguished. */
    private static final int MAX_ASES = 8;

    private final RouterRules rules;
    /** The AS numbers in the OPENs that the router sent, by the Peer Distinguisher of the instance. */
    private final Map<Long, Set<Long>> sent = new HashMap<>();

    OwnAs(RouterRules rules) {
        this.rules = rules;
    }

    /** Records the facts of a Peer Up. */
    void record(PerPeerHeader header, PeerFacts facts) {
        Set<Long> ases = sent.computeIfAbsent(header.distinguisher(), d -> new HashSet<>());
        if (facts.localAs() != 0 && ases.size() < MAX_ASES) {
            ases.add(facts.localAs());
        }
        if (header.isLocRib() && header.asn() != 0 && ases.size() < MAX_ASES) {
            ases.add(header.asn());
        }
    }

    /**
     * Returns the own AS as the origin of a route.
     *
     * @param facts facts of the route's session; null while they are unknown
     * @param confederation true if the path has a confederation segment, so that the router is in a confederation
     */
    RouteOrigin origin(PerPeerHeader header, @Nullable PeerFacts facts, boolean confederation) {
        long local = ofSession(header, facts);
        List<Long> outer = sent.getOrDefault(header.distinguisher(), Set.of()).stream()
                .filter(asn -> !rules.confederationMembers().contains(asn))
                .toList();
        if (local == 0) {
            return outer.size() == 1 ? RouteOrigin.probably(outer.getFirst()) : ofSettings(RouteOrigin.UNKNOWN);
        }
        if (isMember(local, facts, confederation)) {
            if (rules.ownAs() != 0) {
                return RouteOrigin.of(rules.ownAs());
            }
            List<Long> identifiers = outer.stream().filter(asn -> asn != local).toList();
            return RouteOrigin.probably(identifiers.size() == 1 ? identifiers.getFirst() : local);
        }
        boolean certain = facts != null || header.isLocRib();
        return certain && outer.stream().allMatch(asn -> asn == local)
                ? RouteOrigin.of(local)
                : RouteOrigin.probably(local);
    }

    private RouteOrigin ofSettings(RouteOrigin otherwise) {
        return rules.ownAs() == 0 ? otherwise : RouteOrigin.probably(rules.ownAs());
    }

    /**
     * Returns the router's AS on a session: in the OPEN that the router sent, else in the per-peer header of a Loc-RIB
     * (RFC 9069 section 5.1) or of a peer without address; 0 if it is unknown.
     */
    private static long ofSession(PerPeerHeader header, @Nullable PeerFacts facts) {
        if (facts != null && facts.localAs() != 0) {
            return facts.localAs();
        }
        boolean ofRouter = header.isLocRib() || header.hasNoAddress();
        return ofRouter ? header.asn() : 0;
    }

    /** Sets the router's AS in a session record if it is known, and returns the record. */
    static Session.Builder describe(Session.Builder record, PerPeerHeader header, @Nullable PeerFacts facts) {
        long asn = ofSession(header, facts);
        return asn == 0 ? record : record.setLocalAs((int) asn);
    }

    private boolean isMember(long local, @Nullable PeerFacts facts, boolean confederation) {
        return confederation
                || rules.confederationMembers().contains(local)
                || facts != null && facts.relation() == PeerRelation.CONFEDERATION_MEMBER;
    }
}
