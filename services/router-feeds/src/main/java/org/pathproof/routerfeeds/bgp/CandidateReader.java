// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.path.AttributeInterner;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.MonitoredAsPath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.path.WeakInterner;
import org.pathproof.verdictstore.store.AspaVerdict;
import org.pathproof.verdictstore.store.OriginVerdict;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.SharedPath;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.route.RoutePathAttributes;

/**
 * Reads paths for the feeds from the table. Paths with equal attributes share one {@link RouteAttributes} object.
 * Thread-safe.
 */
final class CandidateReader {
    /** Number of decoded attributes that are kept: a power of two. */
    private static final int DECODED = 1 << 12;

    private static final int DECODED_SHIFT = Integer.SIZE - 12;

    /** Maximum number of pre-policy paths that are compared with a path, because the neighbor sets their number. */
    static final int MAX_PATHS = 64;

    /** The states of routes, which many paths share. */
    private static final Map<PathState, Map<OriginVerdict, Map<AspaVerdict, RouteStates>>> STATES = allStates();

    private final RouteLookup table;
    private final AttributeInterner interner = new AttributeInterner();
    private final WeakInterner<Prefix> prefixes = new WeakInterner<>();
    /**
     * Attributes that were decoded last, at an index from the hash of their path. Threads may replace an element at any
     * time, because elements are immutable.
     */
    private final @Nullable Decoded[] decoded = new Decoded[DECODED];

    /**
     * The decoded attributes of a path.
     *
     * @param encodedAsSent true if the router encoded the path as for an announcement to the peer
     */
    private record Decoded(
            SharedPath path,
            boolean ipv4,
            ReportedPeer peer,
            Optional<RouteAttributes> attributes,
            boolean encodedAsSent) {
        boolean isOf(SharedPath otherPath, boolean otherIpv4, ReportedPeer otherPeer) {
            return ipv4 == otherIpv4 && path.equals(otherPath) && peer.equals(otherPeer);
        }
    }

    CandidateReader(RouteLookup table) {
        this.table = table;
    }

    /** Returns the interner of all attributes that this reader returns. */
    AttributeInterner attributes() {
        return interner;
    }

    /**
     * Returns the path of a route.
     *
     * @param key a route of the peer's {@link ReportedPeer#source}
     * @return empty if the route is withdrawn, dead or not unicast, or if the verdict has no usable path attributes
     */
    Optional<CandidatePath> read(RouteKey key, ReportedPeer peer) {
        return table.get(key).flatMap(route -> read(key, route, peer));
    }

    /** Returns the path of a route that was read from the table. */
    Optional<CandidatePath> read(RouteKey key, Route route, ReportedPeer peer) {
        if (key.safi() != AfiSafi.SAFI_UNICAST) {
            return Optional.empty();
        }
        return attributes(key.prefix(), route.path(), peer)
                .map(attributes -> new CandidatePath(
                        peer.peer(),
                        key.pathId(),
                        prefixes.of(key.prefix()),
                        attributes,
                        states(key, route, peer),
                        peer.postPolicy()));
    }

    /**
     * Returns the path of a pre-policy route of a peer whose paths come from the post-policy view. Its attributes are
     * AS_PATH and the best ORIGIN, without a next hop, if the collector does not publish them.
     */
    CandidatePath readBeforePolicy(Route route, ReportedPeer peer) {
        RouteAttributes attributes =
                attributes(route.prefix(), route.path(), peer).orElseGet(() -> asPathAlone(route));
        return new CandidatePath(
                peer.peer(), route.pathId(), prefixes.of(route.prefix()), attributes, states(route), false);
    }

    private RouteAttributes asPathAlone(Route route) {
        List<Long> asns = asPath(route).stream().map(Integer::toUnsignedLong).toList();
        List<AsPath.Segment> segments =
                asns.isEmpty() ? List.of() : List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, asns));
        return interner.of(RouteAttributes.of(List.of(
                new Origin(PathAttribute.FLAG_TRANSITIVE, 0), new AsPath(PathAttribute.FLAG_TRANSITIVE, segments))));
    }

    /**
     * Returns true for a route of an external neighbor that the router uses, and whose path attributes the collector
     * does not publish.
     */
    static boolean isHidden(RouteKey key, Route route, ReportedPeer peer) {
        return key.safi() == AfiSafi.SAFI_UNICAST
                && peer.postPolicy()
                && peer.peer().isExternal()
                && route.state() != PathState.MALFORMED
                && route.path().decode().getPathAttributes().isEmpty();
    }

    /**
     * Returns true if a router encoded the path of an external neighbor as for an announcement to this neighbor: with
     * its own AS, and without LOCAL_PREF (FRR). LOCAL_PREF of its paths is then not known.
     */
    boolean isEncodedAsSent(Prefix prefix, Route route, ReportedPeer peer) {
        return peer.peer().isExternal() && decoded(prefix, route.path(), peer).encodedAsSent();
    }

    private Optional<RouteAttributes> attributes(Prefix prefix, SharedPath path, ReportedPeer peer) {
        return decoded(prefix, path, peer).attributes();
    }

    private Decoded decoded(Prefix prefix, SharedPath path, ReportedPeer peer) {
        int at = path.hashCode() * 0x9e37_79b1 >>> DECODED_SHIFT;
        Decoded known = decoded[at];
        if (known == null || !known.isOf(path, prefix.isIpv4(), peer)) {
            Verdict verdict = path.decode();
            Optional<RouteAttributes> attributes = decode(prefix, verdict, peer);
            known = new Decoded(path, prefix.isIpv4(), peer, attributes, isEncodedAsSent(verdict, attributes));
            decoded[at] = known;
        }
        return known;
    }

    /** Returns true if the AS_PATH of the record is longer than the one without the router's own AS. */
    private static boolean isEncodedAsSent(Verdict verdict, Optional<RouteAttributes> attributes) {
        return attributes
                .flatMap(list -> list.find(AsPath.class))
                .filter(asPath -> asPath.asns().size() < verdict.getAsPathCount())
                .isPresent();
    }

    private Optional<RouteAttributes> decode(Prefix prefix, Verdict path, ReportedPeer peer) {
        ByteString field = path.getPathAttributes();
        if (field.isEmpty()) {
            return Optional.empty();
        }
        return RoutePathAttributes.decode(Bytes.wrap(field.toByteArray())).map(decoded -> {
            List<PathAttribute> all = new ArrayList<>(
                    peer.localAs().isPresent()
                            ? MonitoredAsPath.withoutOwnAs(
                                    decoded.attributes(),
                                    peer.peer(),
                                    peer.localAs().getAsLong())
                            : decoded.attributes());
            Bytes nextHop = Bytes.wrap(path.getNextHop().toByteArray());
            all.add(
                    prefix.isIpv4() && nextHop.length() == 4
                            ? new NextHop(PathAttribute.FLAG_TRANSITIVE, nextHop)
                            : new MpReach(
                                    PathAttribute.FLAG_OPTIONAL,
                                    new AfiSafi(prefix.afi(), AfiSafi.SAFI_UNICAST),
                                    nextHop,
                                    List.of(),
                                    Bytes.EMPTY));
            return interner.of(RouteAttributes.of(all));
        });
    }

    /**
     * Returns the states of a path. Routers drop BGPsec_PATH from post-policy paths. A post-policy path without the
     * attribute has the states of the pre-policy path from which the router derived it, if the router sends that view.
     * The states are {@link RouteStates#UNVERIFIED} if the view has no such path. With ADD-PATH, a policy accepts a
     * path that may be one of several paths only if it accepts each of them.
     */
    RouteStates states(RouteKey key, Route route, ReportedPeer peer) {
        if (!peer.hasBothViews() || route.signed()) {
            return states(route);
        }
        List<Route> all = beforePolicy(key.prefix(), peer);
        List<Route> origins = origins(route, all, peer);
        if (origins.isEmpty() && !haveIdentifiers(all)) {
            return RouteStates.UNVERIFIED;
        }
        List<RouteStates> states = new ArrayList<>((origins.isEmpty() ? all : origins)
                .stream().map(CandidateReader::states).toList());
        if (origins.isEmpty()) {
            states.add(RouteStates.UNVERIFIED);
        }
        return states.size() == 1 ? states.getFirst() : RouteStates.ofOneAmong(states);
    }

    /**
     * Returns the pre-policy routes of an external neighbor to a prefix that its post-policy view cannot show, because
     * it has no Path Identifiers and the pre-policy view has them.
     */
    List<Route> unshown(Prefix prefix, ReportedPeer peer) {
        List<Route> all = beforePolicy(prefix, peer);
        if (!haveIdentifiers(all)) {
            return List.of();
        }
        List<Route> unshown = new ArrayList<>(all);
        unicast(table, peer.source(), prefix).forEach(route -> unshown.removeAll(origins(route, all, peer)));
        return unshown;
    }

    private static boolean haveIdentifiers(List<Route> routes) {
        return routes.stream().anyMatch(route -> route.pathId() != 0);
    }

    private List<Route> beforePolicy(Prefix prefix, ReportedPeer peer) {
        return unicast(table, Objects.requireNonNull(peer.prePolicy()), prefix);
    }

    /** Returns the unicast routes of a session to a prefix. */
    static List<Route> unicast(RouteLookup table, SessionId session, Prefix prefix) {
        List<Route> routes = new ArrayList<>(1);
        Iterator<Route> all = table.routesOf(session, prefix);
        all.forEachRemaining(route -> {
            if (route.safi() == AfiSafi.SAFI_UNICAST) {
                routes.add(route);
            }
        });
        return routes;
    }

    /**
     * Returns the pre-policy routes from which the router may have derived a post-policy route: the one with its Path
     * Identifier, else those with equal attributes, else those whose AS_PATH it continues. Of too many routes, each may
     * be the one.
     *
     * @param all the pre-policy routes of the peer to the prefix
     */
    private List<Route> origins(Route route, List<Route> all, ReportedPeer peer) {
        List<Integer> asPath = asPath(route);
        for (Route before : all) {
            if (before.pathId() != 0 && before.pathId() == route.pathId() && continues(asPath, asPath(before))) {
                return List.of(before);
            }
        }
        if (all.size() > MAX_PATHS) {
            return all;
        }
        List<Route> continued =
                all.stream().filter(before -> continues(asPath, asPath(before))).toList();
        if (continued.size() < 2) {
            return continued;
        }
        Optional<List<PathAttribute>> attributes = comparable(route, peer);
        List<Route> equal = continued.stream()
                .filter(before ->
                        attributes.isPresent() && comparable(before, peer).equals(attributes))
                .toList();
        return equal.isEmpty() ? continued : equal;
    }

    /** Returns the attributes without LOCAL_PREF, which routers add after policy. */
    private Optional<List<PathAttribute>> comparable(Route route, ReportedPeer peer) {
        return attributes(route.prefix(), route.path(), peer)
                .map(attributes -> attributes.list().stream()
                        .filter(attribute -> !(attribute instanceof LocalPref))
                        .toList());
    }

    private static List<Integer> asPath(Route route) {
        return route.path().decode().getAsPathList();
    }

    /** Returns true if {@code path} equals {@code before}, or is {@code before} with ASes prepended. */
    private static boolean continues(List<Integer> path, List<Integer> before) {
        int prepended = path.size() - before.size();
        return prepended >= 0 && path.subList(prepended, path.size()).equals(before);
    }

    /** Returns the states of a route itself. */
    static RouteStates states(Route route) {
        return Objects.requireNonNull(Objects.requireNonNull(
                        Objects.requireNonNull(STATES.get(route.state())).get(route.origin()))
                .get(route.aspa()));
    }

    private static Map<PathState, Map<OriginVerdict, Map<AspaVerdict, RouteStates>>> allStates() {
        Map<PathState, Map<OriginVerdict, Map<AspaVerdict, RouteStates>>> all = new EnumMap<>(PathState.class);
        for (PathState state : PathState.values()) {
            Map<OriginVerdict, Map<AspaVerdict, RouteStates>> ofPath = new EnumMap<>(OriginVerdict.class);
            for (OriginVerdict origin : OriginVerdict.values()) {
                Map<AspaVerdict, RouteStates> ofOrigin = new EnumMap<>(AspaVerdict.class);
                for (AspaVerdict aspa : AspaVerdict.values()) {
                    ofOrigin.put(aspa, new RouteStates(state, origin(origin), aspa.state(), false));
                }
                ofPath.put(origin, ofOrigin);
            }
            all.put(state, ofPath);
        }
        return all;
    }

    private static @Nullable OriginState origin(OriginVerdict origin) {
        return switch (origin) {
            case VALID -> OriginState.VALID;
            case INVALID -> OriginState.INVALID;
            case NOT_FOUND -> OriginState.NOT_FOUND;
            case UNVERIFIED -> null;
        };
    }
}
