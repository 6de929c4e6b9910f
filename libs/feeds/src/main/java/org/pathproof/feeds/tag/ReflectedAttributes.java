// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.UnknownAttribute;

/**
 * Builds the attributes of a router's path that Pathproof announces over iBGP.
 *
 * <ul>
 * <li>ORIGIN, AS_PATH, NEXT_HOP, MULTI_EXIT_DISC, AGGREGATOR, ATOMIC_AGGREGATE, OTC and communities are copied from the
 *     path. If there are two IPv6 next hops, only the global address is copied (RFC 2545 section 3).
 * <li>LOCAL_PREF and the communities of {@link StateCommunities} come from the caller.
 * <li>Unknown optional transitive attributes get the Partial bit (RFC 4271 section 5).
 * <li>A path of an internal peer gets the ORIGINATOR_ID and CLUSTER_LIST of a reflected route (RFC 4456 section 8).
 * <li>BGPsec_PATH and unknown non-transitive attributes never occur, nor does an AGGREGATOR with AS 0 (RFC 7607 section
 *     2).
 * </ul>
 */
public final class ReflectedAttributes {
    /** Attributes with a decoder. If one is an {@link UnknownAttribute}, it is malformed. */
    private static final Set<Integer> KNOWN = Set.of(
            PathAttribute.ORIGIN,
            PathAttribute.AS_PATH,
            PathAttribute.NEXT_HOP,
            PathAttribute.MULTI_EXIT_DISC,
            PathAttribute.LOCAL_PREF,
            PathAttribute.COMMUNITIES,
            PathAttribute.ORIGINATOR_ID,
            PathAttribute.CLUSTER_LIST,
            PathAttribute.MP_REACH_NLRI,
            PathAttribute.EXTENDED_COMMUNITIES,
            PathAttribute.LARGE_COMMUNITIES,
            PathAttribute.ONLY_TO_CUSTOMER);
    /** Malformed attributes that RFC 7606 section 7 discards without harm to the route. */
    private static final Set<Integer> DISCARDED = Set.of(PathAttribute.ATOMIC_AGGREGATE, PathAttribute.AGGREGATOR);

    /** The reserved type code, and AIGP, which needs an agreement of both sides (RFC 7311 section 3.2). */
    private static final Set<Integer> NOT_PASSED_ON = Set.of(0, 26);

    private final FeedNumbers numbers;

    public ReflectedAttributes(FeedNumbers numbers) {
        this.numbers = numbers;
    }

    /**
     * Returns the attributes of the announcement. Empty for a path that cannot be announced: the table of attribute
     * errors withdraws the route ({@link AnnouncementCheck}), the router could not use the next hop, or AS_PATH has the
     * operator's AS. Routers discard such an AS_PATH as a loop (RFC 4271 section 9.1.2).
     *
     * @param replaced attributes that replace the attributes with the same type codes
     */
    public Optional<RouteAttributes> of(CandidatePath path, List<PathAttribute> replaced) {
        RouteAttributes received = path.attributes();
        PathAttribute nextHop = nextHop(path.prefix(), received);
        if (nextHop == null
                || received.find(Origin.class).isEmpty()
                || received.find(AsPath.class)
                        .filter(asPath -> !asPath.asns().contains(numbers.ownAs()))
                        .isEmpty()) {
            return Optional.empty();
        }
        List<PathAttribute> all = new ArrayList<>(received.list());
        all.removeIf(attribute ->
                attribute.typeCode() == PathAttribute.NEXT_HOP || attribute.typeCode() == PathAttribute.MP_REACH_NLRI);
        all.add(nextHop);
        List<PathAttribute> used = AnnouncementCheck.ofReceived(
                        path.prefix(), all, path.peer().isExternal())
                .orElse(List.of());
        if (used.isEmpty()) {
            return Optional.empty();
        }
        List<PathAttribute> list = new ArrayList<>();
        for (PathAttribute attribute : used) {
            switch (attribute.typeCode()) {
                case PathAttribute.NEXT_HOP,
                        PathAttribute.MP_REACH_NLRI,
                        PathAttribute.LOCAL_PREF,
                        PathAttribute.LARGE_COMMUNITIES,
                        PathAttribute.ORIGINATOR_ID,
                        PathAttribute.CLUSTER_LIST,
                        PathAttribute.BGPSEC_PATH -> {
                    if (attribute instanceof UnknownAttribute && KNOWN.contains(attribute.typeCode())) {
                        return Optional.empty();
                    }
                }
                default -> {
                    if (!(attribute instanceof UnknownAttribute unknown)) {
                        list.add(PropagationRules.withoutPartialBit(attribute));
                    } else if (!addUnknown(unknown, list)) {
                        return Optional.empty();
                    }
                }
            }
        }
        list.add(nextHop);
        for (PathAttribute attribute : replaced) {
            list.removeIf(known -> known.typeCode() == attribute.typeCode());
            list.add(attribute);
        }
        if (path.peer().relation() == PeerRelation.INTERNAL) {
            addReflection(path, list);
        }
        return AnnouncementCheck.ofSent(path.prefix(), list).map(RouteAttributes::of);
    }

    /**
     * Adds an unknown attribute according to RFC 4271 section 5. Returns false if the route cannot be announced because
     * of the attribute.
     */
    private static boolean addUnknown(UnknownAttribute unknown, List<PathAttribute> list) {
        int flags = unknown.flags();
        if (KNOWN.contains(unknown.typeCode())) {
            return false;
        }
        if (DISCARDED.contains(unknown.typeCode()) || NOT_PASSED_ON.contains(unknown.typeCode())) {
            return true;
        }
        if ((flags & PathAttribute.FLAG_OPTIONAL) == 0) {
            return false; // an unknown well-known attribute
        }
        if ((flags & PathAttribute.FLAG_TRANSITIVE) != 0) {
            list.add(new UnknownAttribute(flags | PathAttribute.FLAG_PARTIAL, unknown.typeCode(), unknown.value()));
        }
        return true;
    }

    /** Returns the next hop attribute, or null if Pathproof cannot announce the next hop over iBGP. */
    private static @Nullable PathAttribute nextHop(Prefix prefix, RouteAttributes received) {
        if (prefix.isIpv4()) {
            Bytes address = received.find(NextHop.class)
                    .map(NextHop::address)
                    .or(() -> received.nextHop())
                    .orElse(Bytes.EMPTY);
            return address.length() == 4 && PropagationRules.isHost(address)
                    ? new NextHop(PathAttribute.FLAG_TRANSITIVE, address)
                    : null;
        }
        Bytes address = received.find(MpReach.class).map(MpReach::nextHop).orElse(Bytes.EMPTY);
        if (address.length() < 16 || !PropagationRules.isHost(address)) {
            return null;
        }
        return new MpReach(
                PathAttribute.FLAG_OPTIONAL, AfiSafi.IPV6_UNICAST, address.slice(0, 16), List.of(), Bytes.EMPTY);
    }

    private void addReflection(CandidatePath path, List<PathAttribute> list) {
        RouteAttributes received = path.attributes();
        list.add(received.find(OriginatorId.class)
                .map(originator -> new OriginatorId(PathAttribute.FLAG_OPTIONAL, originator.routerId()))
                .orElseGet(() -> new OriginatorId(
                        PathAttribute.FLAG_OPTIONAL,
                        new ByteWriter().u32(path.peer().identifier()).toBytes())));
        List<Bytes> clusters = new ArrayList<>();
        clusters.add(numbers.clusterId());
        received.find(ClusterList.class).ifPresent(old -> clusters.addAll(old.clusterIds()));
        list.add(new ClusterList(PathAttribute.FLAG_OPTIONAL, List.copyOf(clusters)));
    }
}
