// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.pathproof.wire.bgp.Capability.Bgpsec.Direction.RECEIVE;
import static org.pathproof.wire.bgp.Capability.Bgpsec.Direction.SEND;

import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.AspaProcedure;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PeerRelation;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.UnreadableOpens;
import org.pathproof.routes.ContractTypes;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/**
 * Facts about a BGP session from the two OPENs of a Peer Up (RFC 7854 section 4.10), and from the settings for its
 * peer. If one OPEN cannot be read, the facts are those of the other one.
 *
 * @param localAs AS in the OPEN that the router sent: the Target AS of the peer's signature (RFC 8205 section 4.2); 0
 *     if it is unknown
 * @param peerAs AS in the OPEN that the router received, else in the per-peer header; 0 if it is unknown
 * @param dualPathAllowed true when the peer may send BGPsec_PATH beside AS_PATH in families without BGPsec
 * @param role role of the peer: from the BGP Role capabilities (RFC 9234), else from the settings; null if unknown, and
 *     for a peer of the router's AS or confederation
 * @param receives AFIs in which BGPsec is negotiated towards the router (RFC 8205 section 2.2)
 * @param sends AFIs in which BGPsec is negotiated from the router
 * @param incoming encoding of UPDATEs that the router receives
 * @param outgoing encoding of UPDATEs that the router sends
 * @param families families for which both speakers advertised multiprotocol (RFC 4760); IPv4 unicast if neither did;
 *     empty if unknown
 * @param unreadable OPENs that could not be read: the capabilities of their speakers are unknown
 */
record PeerFacts(
        long localAs,
        long peerAs,
        PeerRelation relation,
        boolean transparent,
        boolean loopAllowed,
        boolean dualPathAllowed,
        @Nullable NeighborRole role,
        Set<Integer> receives,
        Set<Integer> sends,
        BgpSessionOptions incoming,
        BgpSessionOptions outgoing,
        Set<AfiSafi> families,
        UnreadableOpens unreadable) {

    /** Returns the facts that the readable OPENs of a Peer Up give; null if neither is readable. */
    static @Nullable PeerFacts of(PeerUp up, OpenPair opens, RouterRules rules) {
        if (opens.isEmpty()) {
            return null;
        }
        PerPeerHeader header = up.peer();
        OpenPair pair = header.isLocRib() ? opens.ofLocRib() : opens;
        Open sent = pair.sent();
        Open received = pair.received();
        long localAs = sent != null ? sent.asn() : isOwnRoutes(up) ? header.asn() : 0;
        long peerAs = received != null ? received.asn() : header.asn();
        Bytes address = header.address();
        PeerRelation relation = relation(localAs, peerAs, rules);
        BgpSessionOptions incoming = options(header, received, sent);
        return new PeerFacts(
                localAs,
                peerAs,
                relation,
                rules.peers().transparent().matches(address, peerAs),
                rules.peers().loopAllowed().matches(address, peerAs),
                rules.peers().dualPath().matches(address, peerAs),
                relation == PeerRelation.EXTERNAL && localAs != 0 ? role(sent, received, address, peerAs, rules) : null,
                bgpsec(received, sent),
                bgpsec(sent, received),
                incoming,
                header.isLocRib() ? incoming : options(header, sent, received),
                families(sent, received),
                pair.unreadable());
    }

    /** Returns true for the Peer Up of a router's own routes: the ports are 0 (RFC 7854 section 8.2). */
    private static boolean isOwnRoutes(PeerUp up) {
        return up.localPort() == 0 && up.remotePort() == 0;
    }

    /** Returns the AFIs in which BGPsec is negotiated from one speaker to the other (RFC 8205 section 2.2). */
    private static Set<Integer> bgpsec(@Nullable Open from, @Nullable Open to) {
        Set<Integer> afis = new HashSet<>();
        if (from != null && to != null) {
            for (int afi : new int[] {AfiSafi.AFI_IPV4, AfiSafi.AFI_IPV6}) {
                if (mayBgpsec(from, afi)
                        && mayBgpsec(to, afi)
                        && from.advertisesBgpsec(SEND, afi)
                        && to.advertisesBgpsec(RECEIVE, afi)) {
                    afis.add(afi);
                }
            }
        }
        return Set.copyOf(afis);
    }

    /** Returns the encoding of UPDATEs. With one OPEN, the other speaker may lack ADD-PATH. */
    private static BgpSessionOptions options(PerPeerHeader header, @Nullable Open from, @Nullable Open to) {
        if (from != null && to != null) {
            return header.isLocRib() ? locRibOptions(to) : BgpCodec.options(from, to);
        }
        Open known = from == null ? to : from;
        return new BgpSessionOptions(
                known == null || known.find(Capability.FourOctetAs.class).isPresent(), Set.of(), true);
    }

    /**
     * Restores the facts from a session record, for sessions whose Peer Up is not repeated. Returns null if the record
     * has no facts.
     */
    static @Nullable PeerFacts ofRecord(Session record, Bytes peerAddress, RouterRules rules) {
        if (!record.hasLocalAs() || !record.hasFacts()) {
            return null;
        }
        long localAs = Integer.toUnsignedLong(record.getLocalAs());
        long peerAs = Integer.toUnsignedLong(record.getPeerAs());
        Set<AfiSafi> addPath = new HashSet<>();
        for (int family : record.getFacts().getAddPathList()) {
            addPath.add(ContractTypes.family(family));
        }
        BgpSessionOptions options = new BgpSessionOptions(
                record.getFacts().getFourOctetAs(), addPath, record.getFacts().getExtendedMessage());
        return new PeerFacts(
                localAs,
                peerAs,
                relation(localAs, peerAs, rules),
                rules.peers().transparent().matches(peerAddress, peerAs),
                rules.peers().loopAllowed().matches(peerAddress, peerAs),
                rules.peers().dualPath().matches(peerAddress, peerAs),
                ContractTypes.toDomain(record.getFacts().getRole()),
                afis(record.getFacts().getBgpsecReceiveIpv4(), record.getFacts().getBgpsecReceiveIpv6()),
                afis(record.getFacts().getBgpsecSendIpv4(), record.getFacts().getBgpsecSendIpv6()),
                options,
                options,
                Set.of(),
                UnreadableOpens.OPENS_READ);
    }

    /** Returns true if messages before the Peer Up were decoded with wrong options. */
    boolean changesDecoding() {
        return !incoming.addPath().isEmpty() || !outgoing.addPath().isEmpty() || !incoming.fourOctetAs();
    }

    /** Returns the encoding of UPDATEs of a view. */
    BgpSessionOptions options(RibView view) {
        return isOut(view) ? outgoing : incoming;
    }

    /**
     * Returns true if UPDATEs of a view may carry BGPsec_PATH: always for a Loc-RIB, which has routes of all peers, and
     * while the capabilities of one speaker are unknown.
     */
    boolean mayCarryBgpsec(RibView view, int afi) {
        return view == RibView.LOC_RIB || unreadable != UnreadableOpens.OPENS_READ || bgpsecNegotiated(view, afi);
    }

    /** Returns true if both OPENs are known to allow BGPsec in a view. */
    boolean bgpsecNegotiated(RibView view, int afi) {
        return view == RibView.LOC_RIB || (isOut(view) ? sends : receives).contains(afi);
    }

    /** Returns true if a view is expected to have BGPsec_PATHs. */
    boolean bgpsecExpected(RibView view) {
        return view != RibView.LOC_RIB && !(isOut(view) ? sends : receives).isEmpty();
    }

    /** Adds the facts that validation needs to an announcement of a view. */
    void describe(RibView view, Announcement.Builder announcement) {
        announcement.setPeerAs((int) peerAs);
        if (isOut(view)) {
            // The router sends these routes. The newest signature is the router's, and targets the peer (RFC 8205
            // section 4.2).
            announcement.setRelation(relation).setPcountZeroAllowed(true);
            if (peerAs != 0) {
                announcement.setTargetAs((int) peerAs);
            }
            if (localAs != 0 && relation != PeerRelation.INTERNAL) {
                announcement.setFirstAs((int) localAs);
            }
            return;
        }
        if (localAs != 0) {
            announcement.setTargetAs((int) localAs);
        }
        if (view == RibView.LOC_RIB) {
            // The view has routes of all peers. Rules that depend on the peer apply in its Adj-RIB-In.
            announcement.setRelation(PeerRelation.INTERNAL).setPcountZeroAllowed(true);
            return;
        }
        announcement.setRelation(relation).setPcountZeroAllowed(transparent);
        if (localAs == 0) {
            return; // the peer may be internal
        }
        if (peerAs != 0 && relation != PeerRelation.INTERNAL) {
            announcement.setFirstAs((int) peerAs);
        }
        if (!loopAllowed) {
            announcement.setLoopAs((int) localAs);
        }
    }

    /**
     * Returns the procedure that verifies a path of a view by ASPA. Only the Adj-RIB-In views show the routes that the
     * peer sent.
     *
     * @param plain true for a path of AS_SEQUENCE segments only
     * @param firstAs the nearest AS, apart from the router's own; empty for an empty path
     */
    AspaProcedure aspaProcedure(RibView view, boolean plain, OptionalLong firstAs) {
        if (role == null || view != RibView.ADJ_RIB_IN_PRE && view != RibView.ADJ_RIB_IN_POST) {
            return AspaProcedure.NONE;
        }
        boolean acceptable =
                plain && firstAs.isPresent() && (firstAs.getAsLong() == peerAs || !role.isFirstInPath() || transparent);
        return acceptable ? role.procedure() : AspaProcedure.UNACCEPTABLE_PATH;
    }

    /** Returns the facts in the form of a session record. */
    org.pathproof.contracts.v1.PeerFacts toRecord(RibView view) {
        BgpSessionOptions options = options(view);
        org.pathproof.contracts.v1.PeerFacts.Builder record = org.pathproof.contracts.v1.PeerFacts.newBuilder()
                .setBgpsecReceiveIpv4(receives.contains(AfiSafi.AFI_IPV4))
                .setBgpsecReceiveIpv6(receives.contains(AfiSafi.AFI_IPV6))
                .setBgpsecSendIpv4(sends.contains(AfiSafi.AFI_IPV4))
                .setBgpsecSendIpv6(sends.contains(AfiSafi.AFI_IPV6))
                .setExtendedMessage(options.extendedMessage())
                .setFourOctetAs(options.fourOctetAs())
                .setTransparent(transparent)
                .setDualPath(dualPathAllowed)
                .setRole(ContractTypes.toContract(role))
                .setConfederationMember(relation == PeerRelation.CONFEDERATION_MEMBER);
        options.addPath().stream().sorted().forEach(f -> record.addAddPath(ContractTypes.toContract(f)));
        return record.build();
    }

    static boolean isOut(RibView view) {
        return view == RibView.ADJ_RIB_OUT_PRE || view == RibView.ADJ_RIB_OUT_POST;
    }

    /** RFC 8205 section 2.2: BGPsec requires multiprotocol for the same AFI, and 4-octet AS numbers. */
    private static boolean mayBgpsec(Open open, int afi) {
        return open.find(Capability.FourOctetAs.class).isPresent()
                && open.capabilities().stream()
                        .anyMatch(c -> c instanceof Capability.Multiprotocol m
                                && m.family().afi() == afi);
    }

    private static PeerRelation relation(long localAs, long peerAs, RouterRules rules) {
        if (localAs != 0 && localAs == peerAs) {
            return PeerRelation.INTERNAL;
        }
        return rules.confederationMembers().contains(peerAs)
                ? PeerRelation.CONFEDERATION_MEMBER
                : PeerRelation.EXTERNAL;
    }

    /** Returns the role of a peer. The capability of the router counts first, because the router enforces it. */
    private static @Nullable NeighborRole role(
            @Nullable Open sent, @Nullable Open received, Bytes address, long peerAs, RouterRules rules) {
        return Optional.ofNullable(sent)
                .flatMap(open -> open.find(Capability.Role.class))
                .flatMap(role -> NeighborRole.ofLocal(role.role()))
                .or(() -> Optional.ofNullable(received)
                        .flatMap(open -> open.find(Capability.Role.class))
                        .flatMap(role -> NeighborRole.ofNeighbor(role.role())))
                .orElseGet(() -> rules.peers().roles().of(address, peerAs));
    }

    /** RFC 9069 section 5.2: ADD-PATH in the fabricated OPEN of a Loc-RIB means that UPDATEs use ADD-PATH. */
    private static BgpSessionOptions locRibOptions(Open open) {
        Set<AfiSafi> addPath = new HashSet<>();
        for (Capability capability : open.capabilities()) {
            if (capability instanceof Capability.AddPath(var entries)) {
                entries.forEach(e -> addPath.add(e.family()));
            }
        }
        return new BgpSessionOptions(true, addPath, true);
    }

    private static Set<AfiSafi> families(@Nullable Open sent, @Nullable Open received) {
        if (sent == null || received == null) {
            return Set.of();
        }
        Set<AfiSafi> both = families(sent);
        both.retainAll(families(received));
        return Set.copyOf(both);
    }

    /** Returns the families of facts; empty for none. */
    static Set<AfiSafi> familiesOf(@Nullable PeerFacts facts) {
        return facts == null ? Set.of() : facts.families();
    }

    private static Set<AfiSafi> families(Open open) {
        Set<AfiSafi> families = new HashSet<>();
        for (Capability capability : open.capabilities()) {
            if (capability instanceof Capability.Multiprotocol(AfiSafi family)) {
                families.add(family);
            }
        }
        if (families.isEmpty()) {
            families.add(AfiSafi.IPV4_UNICAST);
        }
        return families;
    }

    private static Set<Integer> afis(boolean ipv4, boolean ipv6) {
        Set<Integer> afis = new HashSet<>();
        if (ipv4) {
            afis.add(AfiSafi.AFI_IPV4);
        }
        if (ipv6) {
            afis.add(AfiSafi.AFI_IPV6);
        }
        return Set.copyOf(afis);
    }
}
