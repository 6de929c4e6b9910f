// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.networks;

import static org.pathproof.wire.bgp.PathAttribute.FLAG_OPTIONAL;
import static org.pathproof.wire.bgp.PathAttribute.FLAG_TRANSITIVE;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.pathproof.chaos.load.Kind;
import org.pathproof.chaos.load.World;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.network.model.Route;
import org.pathproof.network.model.UpstreamAnnouncement;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.LargeCommunities;
import org.pathproof.wire.bgp.LargeCommunities.LargeCommunity;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MultiExitDisc;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/**
 * A path that an upstream of a network can announce, as the model sees it and as messages carry it.
 *
 * @param number number of the path, which all its messages have as their only community
 * @param announcement the path for the model
 * @param asPath AS path, nearest AS first
 * @param received the update that the router receives from the upstream
 */
record NetworkPath(
        int number, Prefix prefix, Kind kind, UpstreamAnnouncement announcement, List<Long> asPath, Update received) {
    /** The attribute with the state of an override. */
    static final Predicate<PathAttribute> STATE = LargeCommunities.class::isInstance;

    private static final int FIRST_ADDRESS = 150;
    private static final int STATE_VALID = 1;
    private static final int STATE_UNSIGNED = 3;
    private static final int STATES = 33;
    private static final int OVERRIDES = 36;

    /**
     * Returns a path.
     *
     * @param base the announcement of the world, with next hop, ORIGIN and MULTI_EXIT_DISC of its own
     * @param med MULTI_EXIT_DISC; -1 for none
     */
    static NetworkPath of(int number, int upstream, long neighborAs, Kind kind, Update base, int origin, int med) {
        Nlri nlri = LabUpdates.announced(base).orElseThrow();
        List<Long> asPath = World.asPath(base);
        List<PathAttribute> attributes = new ArrayList<>();
        for (PathAttribute attribute : base.attributes()) {
            attributes.add(
                    switch (attribute) {
                        case Origin _ -> new Origin(FLAG_TRANSITIVE, origin);
                        case NextHop _ -> new NextHop(FLAG_TRANSITIVE, addressOf(upstream));
                        case MpReach reach ->
                            new MpReach(
                                    reach.flags(),
                                    reach.family(),
                                    nextHop(upstream, reach.family().afi() == AfiSafi.AFI_IPV4),
                                    reach.nlri(),
                                    Bytes.EMPTY);
                        default -> attribute;
                    });
        }
        if (med >= 0) {
            attributes.add(new MultiExitDisc(FLAG_OPTIONAL, med));
        }
        attributes.add(new Communities(FLAG_OPTIONAL | FLAG_TRANSITIVE, List.of(number)));
        return new NetworkPath(
                number,
                nlri.prefix(),
                kind,
                new UpstreamAnnouncement(
                        upstream, (int) neighborAs, asPath.size(), origin, med, !kind.isAccepted(true)),
                asPath,
                new Update(List.of(), List.copyOf(attributes), base.nlri(), List.of()));
    }

    /** Returns true if two lists have the same attributes, whatever their order is and those of a type are. */
    static boolean isEqual(List<PathAttribute> one, List<PathAttribute> other, Predicate<PathAttribute> ignored) {
        return Set.copyOf(one.stream().filter(ignored.negate()).toList())
                .equals(Set.copyOf(other.stream().filter(ignored.negate()).toList()));
    }

    /** Returns the address of an upstream, which is also its BGP Identifier. */
    static Bytes addressOf(int upstream) {
        return Bytes.wrap(new byte[] {(byte) 192, 0, 2, (byte) (FIRST_ADDRESS + upstream)});
    }

    /** Returns the next hop of an upstream's paths: 4 or 16 bytes. */
    static Bytes nextHop(int upstream, boolean ipv4) {
        return ipv4
                ? addressOf(upstream)
                : Bytes.fromHex("20010db80000000000000000000000" + Integer.toHexString(FIRST_ADDRESS + upstream));
    }

    /** Returns the path for the model, as refused as the policy sees it now. */
    UpstreamAnnouncement underKey(boolean detourKey) {
        return new UpstreamAnnouncement(
                announcement.upstream(),
                announcement.neighborAs(),
                announcement.length(),
                announcement.origin(),
                announcement.med(),
                !kind.isAccepted(detourKey));
    }

    /** Returns the attributes after import policy. The router drops BGPsec_PATH. */
    List<PathAttribute> afterPolicy(long localPreference) {
        List<PathAttribute> attributes = new ArrayList<>();
        attributes.add(new Origin(FLAG_TRANSITIVE, announcement.origin()));
        attributes.add(LabUpdates.asPath(asPath));
        Bytes nextHop = nextHop(announcement.upstream(), prefix.isIpv4());
        attributes.add(
                prefix.isIpv4()
                        ? new NextHop(FLAG_TRANSITIVE, nextHop)
                        : new MpReach(FLAG_OPTIONAL, family(), nextHop, List.of(), Bytes.EMPTY));
        if (announcement.med() >= 0) {
            attributes.add(new MultiExitDisc(FLAG_OPTIONAL, announcement.med()));
        }
        attributes.add(new LocalPref(FLAG_TRANSITIVE, localPreference));
        attributes.add(new Communities(FLAG_OPTIONAL | FLAG_TRANSITIVE, List.of(number)));
        return attributes;
    }

    /** Returns the attributes of an override with this path. */
    List<PathAttribute> override(long localPreference) {
        List<PathAttribute> attributes = afterPolicy(localPreference);
        attributes.add(new LargeCommunities(
                FLAG_OPTIONAL | FLAG_TRANSITIVE,
                List.of(
                        new LargeCommunity(
                                (int) World.LOCAL_AS,
                                STATES,
                                received.find(BgpsecPath.class).isPresent() ? STATE_VALID : STATE_UNSIGNED),
                        new LargeCommunity((int) World.LOCAL_AS, OVERRIDES, 1))));
        return attributes;
    }

    /** Returns the message with a route of this path from an external neighbor after policy, or over iBGP. */
    Update message(Route route, NetworkAddresses addresses) {
        List<PathAttribute> attributes =
                route.isOverride() ? override(route.localPref()) : afterPolicy(route.localPref());
        if (route.originatorId() != 0) {
            attributes.add(new OriginatorId(FLAG_OPTIONAL, addresses.identifier(route.originatorId())));
        }
        if (!route.clusterList().isEmpty()) {
            attributes.add(new ClusterList(
                    FLAG_OPTIONAL,
                    route.clusterList().stream().map(addresses::identifier).toList()));
        }
        Nlri nlri = new Nlri(0, prefix);
        if (prefix.isIpv4()) {
            return new Update(List.of(), List.copyOf(attributes), List.of(nlri), List.of());
        }
        attributes.replaceAll(attribute -> attribute instanceof MpReach reach
                ? new MpReach(FLAG_OPTIONAL, reach.family(), reach.nextHop(), List.of(nlri), Bytes.EMPTY)
                : attribute);
        return new Update(List.of(), List.copyOf(attributes), List.of(), List.of());
    }

    private AfiSafi family() {
        return new AfiSafi(prefix.afi(), AfiSafi.SAFI_UNICAST);
    }
}
