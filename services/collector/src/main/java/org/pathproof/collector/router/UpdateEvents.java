// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.RouteOrigin;
import org.pathproof.bgpsec.Rule;
import org.pathproof.bgpsec.UpdateRules;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PeerRelation;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.UnreadableOpens;
import org.pathproof.routes.ContractTypes;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Reception;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Sender;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.UpdateCheck;
import org.pathproof.wire.bgp.route.RoutePathAttributes;
import org.pathproof.wire.bmp.RibView;

/**
 * The routes of an UPDATE (RFC 4271 section 4.3) in one view: the withdrawn prefixes, and the announced prefixes with
 * one {@code Announcement} per family. An UPDATE with a fault that withdraws its routes (RFC 7606 section 2) is
 * published as an announcement with findings, so that the pipeline reports it as MALFORMED. An attribute that is
 * discarded is left out, and reported beside the findings.
 */
final class UpdateEvents {
    /** Maximum number of ASes in a path with expanded pCount. A longer path is published with one AS per segment. */
    private static final int MAX_FLAT_PATH = 4096;

    /** Prefixes of one family and their announcement. */
    record Announced(AfiSafi family, List<Nlri> nlri, Announcement announcement) {}

    private final Update received;
    private final UpdateCheck checked;
    /** The UPDATE without the attributes that are discarded. */
    private final Update update;

    private final RibView view;
    private final @Nullable PeerFacts facts;
    private final Session session;

    private final boolean fourOctetAs;

    /**
     * The session of an UPDATE, beside its facts.
     *
     * @param unreadable the OPENs of its Peer Up that could not be read
     * @param asSetsAllowed true if the paths of the peer may contain AS_SET and AS_CONFED_SET (RFC 9774 section 3)
     * @param ofRouter true for a peer without address: the routes are those of the router itself
     * @param ownAs returns the own AS of the router as the origin of the route, for a path with confederation segments
     *     (true) or without
     */
    record Session(
            UnreadableOpens unreadable,
            boolean asSetsAllowed,
            boolean ofRouter,
            Function<Boolean, RouteOrigin> ownAs) {}

    /** @param fourOctetAs true if AS numbers of the UPDATE have four bytes, false for two */
    UpdateEvents(Update update, boolean fourOctetAs, RibView view, @Nullable PeerFacts facts, Session session) {
        this.received = update;
        this.session = session;
        boolean afterPolicy = view == RibView.ADJ_RIB_IN_POST;
        this.checked = UpdateCheck.of(
                update,
                new Reception(sender(view, facts, session), afterPolicy, fourOctetAs, true, session.asSetsAllowed()));
        this.update = checked.usable();
        this.fourOctetAs = fourOctetAs;
        this.view = view;
        this.facts = facts;
    }

    /** Returns the kind of peer that sent the routes of a view; unknown before its Peer Up. */
    private static Sender sender(RibView view, @Nullable PeerFacts facts, Session session) {
        boolean received = view == RibView.ADJ_RIB_IN_PRE || view == RibView.ADJ_RIB_IN_POST;
        if (!received || facts == null && session.ofRouter()) {
            return Sender.OWN_TABLE;
        }
        return facts == null ? Sender.UNKNOWN : UpdateRules.sender(ContractTypes.toDomain(facts.relation()));
    }

    static boolean carriesBgpsec(Update update) {
        return update.has(PathAttribute.BGPSEC_PATH);
    }

    /** Returns true when the UPDATE announces unicast prefixes. */
    boolean announces() {
        return !update.nlri().isEmpty() || unicastReach() != null;
    }

    /** Returns the error that requires treat-as-withdraw or more (RFC 7606 section 2), if any. */
    Optional<WireError> damage() {
        return checked.strongest()
                .filter(found -> found.handling().withdraws())
                .map(found -> found.fault().error());
    }

    /**
     * Returns the announcements of an UPDATE that the router could not use, with a finding. The router treats them as
     * withdrawn (RFC 7854 section 4.7, RFC 7606 section 2).
     */
    static List<Announced> treatedAsWithdrawn(List<Announced> groups) {
        Finding finding = Finding.ofPath(
                Rule.ATTRIBUTE_MALFORMED,
                "the router found an error in the UPDATE and treats its routes as withdrawn (Errored PDU in Route Mirroring)");
        return groups.stream()
                .map(group -> new Announced(
                        group.family(),
                        group.nlri(),
                        group.announcement().toBuilder()
                                .addFindings(ContractTypes.toContract(finding))
                                .build()))
                .toList();
    }

    private @Nullable MpReach unicastReach() {
        return update.find(MpReach.class)
                .filter(m -> isUnicast(m.family()) && !m.nlri().isEmpty())
                .orElse(null);
    }

    /** Returns all path attributes of the announced routes; empty when RFC 7606 allows no use of them. */
    Optional<RoutePathAttributes> pathAttributes() {
        return RoutePathAttributes.of(checked, new BgpSessionOptions(fourOctetAs, Set.of(), true));
    }

    /** Returns the withdrawn unicast prefixes of both families. */
    List<Nlri> withdrawn() {
        List<Nlri> mp = update.find(MpUnreach.class)
                .filter(m -> isUnicast(m.family()))
                .map(MpUnreach::withdrawn)
                .orElse(List.of());
        return update.withdrawn().isEmpty() ? mp : mp.isEmpty() ? update.withdrawn() : join(update.withdrawn(), mp);
    }

    /**
     * Returns the withdrawn unicast prefixes, and without Path Identifier all prefixes that have one: the routes to
     * these prefixes that the router sent without.
     *
     * @param withoutIds returns true if routes of a family were sent without Path Identifiers
     */
    List<Nlri> replaced(Predicate<AfiSafi> withoutIds) {
        List<Nlri> withdrawn = withdrawn();
        if (!withoutIds.test(AfiSafi.IPV4_UNICAST) && !withoutIds.test(AfiSafi.IPV6_UNICAST)) {
            return withdrawn;
        }
        MpReach reach = unicastReach();
        List<Nlri> announced = reach == null ? update.nlri() : join(update.nlri(), reach.nlri());
        List<Nlri> unnamed = join(withdrawn, announced).stream()
                .filter(n -> n.pathId() != 0
                        && withoutIds.test(new AfiSafi(n.prefix().afi(), AfiSafi.SAFI_UNICAST)))
                .map(n -> new Nlri(0, n.prefix()))
                .toList();
        return unnamed.isEmpty() ? withdrawn : join(withdrawn, unnamed);
    }

    /**
     * Returns the announced unicast prefixes by family.
     *
     * @param headerPeerAs AS in the per-peer header
     * @param dualPathAllowed true when the peer may send BGPsec_PATH beside AS_PATH without BGPsec
     * @param prePolicySession id of the session with the same routes before the router's policy; empty if unknown
     */
    List<Announced> announced(long headerPeerAs, boolean dualPathAllowed, Source source, Bytes prePolicySession) {
        List<Announced> all = new ArrayList<>(1);
        MpReach reach = unicastReach();
        if (reach == null && update.nlri().isEmpty()) {
            return all;
        }
        AfiSafi family = reach == null ? AfiSafi.IPV4_UNICAST : reach.family();
        Announcement.Builder announcement = announcement(headerPeerAs, dualPathAllowed, source, family);
        if (announcement.hasBgpsecPath() && view != RibView.ADJ_RIB_IN_PRE) {
            announcement.setRewrittenView(true).setPrePolicySession(byteString(prePolicySession));
        }
        if (!update.nlri().isEmpty()) {
            Bytes nextHop = update.find(NextHop.class).map(NextHop::address).orElse(Bytes.EMPTY);
            all.add(new Announced(
                    AfiSafi.IPV4_UNICAST,
                    update.nlri(),
                    announcement.setNextHop(byteString(nextHop)).build()));
        }
        if (reach != null) {
            Bytes nextHop = reach.nextHop();
            // A field of 32 bytes has a global and a link-local address (RFC 2545 section 3). The global address is
            // published.
            Bytes first = nextHop.length() == 32 ? nextHop.slice(0, 16) : nextHop;
            all.add(new Announced(
                    reach.family(),
                    reach.nlri(),
                    announcement.setNextHop(byteString(first)).build()));
        }
        return all;
    }

    private Announcement.Builder announcement(
            long headerPeerAs, boolean dualPathAllowed, Source source, AfiSafi family) {
        Announcement.Builder a = Announcement.newBuilder().setSource(source).setPeerAs((int) headerPeerAs);
        boolean negotiated = true; // no finding while the OPENs are unknown
        if (facts != null) {
            facts.describe(view, a);
            negotiated = facts.mayCarryBgpsec(view, family.afi());
        } else if (view == RibView.LOC_RIB) {
            a.setPcountZeroAllowed(true).setRelation(PeerRelation.INTERNAL);
            if (headerPeerAs != 0) {
                a.setTargetAs((int) headerPeerAs); // RFC 9069 section 5.1: the per-peer header has the router's own AS
            }
        } else if (session.ofRouter()) {
            a.setRelation(PeerRelation.INTERNAL);
        }
        if (!a.hasTargetAs()) {
            a.setUnreadableOpens(session.unreadable());
        }
        boolean dualPath = dualPathAllowed && isDualPath(family);
        Bytes bgpsecPath = bgpsecPath();
        if (bgpsecPath != null) {
            a.setBgpsecPath(byteString(bgpsecPath));
        }
        if (bgpsecPath == null || dualPath) {
            setAsPath(a);
        } else {
            setSecurePath(a, bgpsecPath);
        }
        update.find(Communities.class).ifPresent(c -> a.addAllCommunities(c.values()));
        List<Finding> findings = dualPath
                ? UpdateRules.checkDualPath(checked, fourOctetAs)
                : UpdateRules.check(checked, negotiated, ContractTypes.toDomain(a.getRelation()));
        findings.forEach(finding -> a.addFindings(ContractTypes.toContract(finding)));
        UpdateRules.discards(checked).forEach(finding -> a.addDiscards(ContractTypes.toContract(finding)));
        return a.setDualPath(dualPath);
    }

    /**
     * Returns true when the UPDATE has BGPsec_PATH beside AS_PATH in an Adj-RIB-In view without negotiated BGPsec.
     * While the OPENs are unknown, BGPsec counts as not negotiated. Routes of other views come from any peer, and get
     * the verdict of the Adj-RIB-In.
     */
    private boolean isDualPath(AfiSafi family) {
        return UpdateRules.isDualPath(update)
                && (view == RibView.ADJ_RIB_IN_PRE || view == RibView.ADJ_RIB_IN_POST)
                && (facts == null || !facts.bgpsecNegotiated(view, family.afi()));
    }

    private @Nullable Bytes bgpsecPath() {
        Bytes value = null;
        for (PathAttribute attribute : update.attributes()) {
            if (attribute instanceof BgpsecPath path) {
                value = path.value();
            } else if (attribute instanceof UnknownAttribute unknown
                    && unknown.typeCode() == PathAttribute.BGPSEC_PATH) {
                value = unknown.value();
            }
        }
        return value;
    }

    private void setSecurePath(Announcement.Builder a, Bytes value) {
        if (!(BgpsecPathCodec.decode(value) instanceof Decoded.Ok<SecurePath>(SecurePath path))) {
            a.setOriginUncertain(true);
            return; // the validator reports this error
        }
        long flat = 0;
        SecurePath.Segment origin = null;
        for (SecurePath.Segment segment : path.segments()) {
            flat += segment.pCount();
            origin = segment.pCount() > 0 ? segment : origin;
        }
        for (SecurePath.Segment segment : path.segments()) {
            int times = flat <= MAX_FLAT_PATH ? segment.pCount() : 1;
            for (int i = 0; i < times; i++) {
                a.addAsPath((int) segment.asn());
            }
        }
        // In the equivalent AS_PATH, the AS of Confed_Segment is in a confederation segment (RFC 8205 section 4.4).
        setOrigin(a, origin == null || origin.confed() ? session.ownAs().apply(true) : RouteOrigin.of(origin.asn()));
        setAspaProcedure(a, true);
    }

    private void setAspaProcedure(Announcement.Builder a, boolean plain) {
        if (facts != null) {
            PeerFacts known = facts;
            // AspaPaths leaves out the router's own AS in the same way.
            int first = 0;
            while (first < a.getAsPathCount() && Integer.toUnsignedLong(a.getAsPath(first)) == known.localAs()) {
                first++;
            }
            OptionalLong neighbor = first == a.getAsPathCount()
                    ? OptionalLong.empty()
                    : OptionalLong.of(Integer.toUnsignedLong(a.getAsPath(first)));
            a.setAspaProcedure(ContractTypes.toContract(known.aspaProcedure(view, plain, neighbor)));
        }
    }

    private void setAsPath(Announcement.Builder a) {
        AsPath whole = update.asPath(new BgpSessionOptions(fourOctetAs, Set.of(), true))
                .orElse(null);
        if (whole == null) {
            // GoBGP sends its own routes without AS_PATH. Otherwise, the path is malformed.
            boolean isEmpty = sender(view, facts, session) == Sender.OWN_TABLE && !received.has(PathAttribute.AS_PATH);
            setOrigin(a, isEmpty ? session.ownAs().apply(false) : RouteOrigin.UNKNOWN);
            return;
        }
        for (AsPath.Segment segment : whole.segments()) {
            for (long asn : segment.asns()) {
                a.addAsPath((int) asn);
            }
        }
        boolean confederation = whole.segments().stream().anyMatch(AsPath.Segment::isConfederation);
        setOrigin(
                a,
                whole.originatesInOwnAs()
                        ? session.ownAs().apply(confederation)
                        : new RouteOrigin(whole.originAs(), true));
        setAspaProcedure(a, whole.segments().stream().allMatch(s -> s.type() == AsPath.AS_SEQUENCE));
    }

    private static void setOrigin(Announcement.Builder a, RouteOrigin origin) {
        origin.asn().ifPresent(asn -> a.setOriginAs((int) asn));
        a.setOriginUncertain(!origin.certain());
    }

    private static boolean isUnicast(AfiSafi family) {
        return family.equals(AfiSafi.IPV4_UNICAST) || family.equals(AfiSafi.IPV6_UNICAST);
    }

    private static List<Nlri> join(List<Nlri> a, List<Nlri> b) {
        List<Nlri> both = new ArrayList<>(a);
        both.addAll(b);
        return both;
    }

    private static ByteString byteString(Bytes bytes) {
        return UnsafeByteOperations.unsafeWrap(bytes.asByteBuffer());
    }
}
