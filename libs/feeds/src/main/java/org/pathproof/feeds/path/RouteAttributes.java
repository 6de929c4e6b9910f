// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.Aggregator;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MultiExitDisc;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/**
 * The path attributes of a route in ascending order of their type codes, without prefixes, with the values that route
 * selection reads.
 *
 * <p>MP_REACH_NLRI holds only the next hop, as in RFC 6396 section 4.3.4: its lists of prefixes are empty. AS_PATH and
 * AGGREGATOR have 4-octet AS numbers. AS4_PATH, AS4_AGGREGATOR and MP_UNREACH_NLRI never occur. A route with
 * BGPsec_PATH and without AS_PATH has the AS_PATH of RFC 8205 section 4.4.
 *
 * <p>Immutable. Objects with equal lists are equal.
 */
public final class RouteAttributes {
    private static final Set<Integer> LEFT_OUT =
            Set.of(PathAttribute.AS4_PATH, PathAttribute.AS4_AGGREGATOR, PathAttribute.MP_UNREACH_NLRI);
    /** Value of {@code neighborAs} for a path without a neighbor AS. */
    private static final long LOCAL_AS = -1;

    private final List<PathAttribute> list;
    private final int hash;
    private final int asPathLength;
    private final long neighborAs;

    private RouteAttributes(List<PathAttribute> list) {
        this.list = list;
        this.hash = hash(list);
        AsPath path = first(AsPath.class);
        this.asPathLength = path == null
                ? 0
                : path.segments().stream().mapToInt(AsPath.Segment::pathLength).sum();
        this.neighborAs = path == null ? LOCAL_AS : neighborAs(path);
    }

    /**
     * Returns a hash code with well-spread bits. {@link List#hashCode} gives equal codes to many sets of attributes,
     * because consecutive AS numbers and next hops differ in their low bits only.
     */
    private static int hash(List<PathAttribute> list) {
        int hash = list.size();
        for (PathAttribute attribute : list) {
            hash = (31 * hash + attribute.hashCode()) * 0x9e37_79b1;
            hash ^= hash >>> 15;
        }
        return hash;
    }

    /** Returns the attributes of an UPDATE with 4-octet AS numbers. */
    public static RouteAttributes of(List<PathAttribute> attributes) {
        return of(attributes, BgpSessionOptions.DEFAULT);
    }

    /**
     * Returns the attributes of an UPDATE. The first of repeated attributes is used.
     *
     * @param options the encoding of the session. On a session of 2-octet AS numbers, AS4_PATH and AS4_AGGREGATOR are
     *     merged (RFC 6793 section 4.2.3)
     */
    public static RouteAttributes of(List<PathAttribute> attributes, BgpSessionOptions options) {
        Update update = new Update(List.of(), attributes, List.of(), List.of());
        AsPath asPath = update.asPath(options).orElse(null);
        if (asPath == null) {
            asPath = update.find(BgpsecPath.class)
                    .flatMap(ReconstructedAsPath::of)
                    .orElse(null);
        }
        Set<Integer> seen = new HashSet<>(LEFT_OUT);
        List<PathAttribute> list = new ArrayList<>(attributes.size() + 1);
        if (asPath != null && seen.add(PathAttribute.AS_PATH)) {
            list.add(asPath);
        }
        for (PathAttribute attribute : attributes) {
            if (seen.add(attribute.typeCode())) {
                list.add(normal(attribute, attributes, options));
            }
        }
        list.sort(Comparator.comparingInt(PathAttribute::typeCode));
        return new RouteAttributes(List.copyOf(list));
    }

    private static PathAttribute normal(
            PathAttribute attribute, List<PathAttribute> attributes, BgpSessionOptions options) {
        return switch (attribute) {
            case MpReach reach -> new MpReach(reach.flags(), reach.family(), reach.nextHop(), List.of(), Bytes.EMPTY);
            case Aggregator old when !options.fourOctetAs() && old.asn() == AsPath.AS_TRANS -> as4(old, attributes);
            default -> attribute;
        };
    }

    private static PathAttribute as4(Aggregator old, List<PathAttribute> attributes) {
        for (PathAttribute attribute : attributes) {
            if (attribute instanceof Aggregator as4 && as4.typeCode() == PathAttribute.AS4_AGGREGATOR) {
                return new Aggregator(old.flags(), PathAttribute.AGGREGATOR, as4.asn(), as4.address());
            }
        }
        return old;
    }

    /** Returns these attributes, each replaced by an equal one. */
    RouteAttributes map(UnaryOperator<PathAttribute> equal) {
        return new RouteAttributes(list.stream().map(equal).toList());
    }

    /** Returns all attributes in ascending order of type codes. */
    public List<PathAttribute> list() {
        return list;
    }

    /** Returns the attribute of a kind. */
    public <A extends PathAttribute> Optional<A> find(Class<A> kind) {
        return Optional.ofNullable(first(kind));
    }

    /** Returns the value of LOCAL_PREF. */
    public OptionalLong localPreference() {
        LocalPref attribute = first(LocalPref.class);
        return attribute == null ? OptionalLong.empty() : OptionalLong.of(attribute.preference());
    }

    /**
     * Returns the length of AS_PATH: a set counts 1 (RFC 4271 section 9.1.2.2), a confederation segment 0 (RFC 5065
     * section 5.3).
     */
    public int asPathLength() {
        return asPathLength;
    }

    /** Returns the value of ORIGIN; a missing ORIGIN counts as 2, INCOMPLETE. */
    public int origin() {
        Origin attribute = first(Origin.class);
        return attribute == null ? 2 : attribute.value();
    }

    /** Returns the value of MULTI_EXIT_DISC; a missing one counts as 0 (RFC 4271 section 9.1.2.2). */
    public long multiExitDisc() {
        MultiExitDisc attribute = first(MultiExitDisc.class);
        return attribute == null ? 0 : attribute.metric();
    }

    /**
     * Returns the neighbor AS by which MULTI_EXIT_DISC is comparable: the first AS after the confederation segments.
     * Empty if the path has no such AS or the next segment is an AS_SET (RFC 4271 section 9.1.2.2, RFC 5065 section
     * 5.3).
     */
    public OptionalLong neighborAs() {
        return neighborAs == LOCAL_AS ? OptionalLong.empty() : OptionalLong.of(neighborAs);
    }

    /** Returns the origin AS of the route (RFC 6811 section 2). */
    public OptionalLong originAs() {
        AsPath path = first(AsPath.class);
        return path == null ? OptionalLong.empty() : path.originAs();
    }

    /** Returns the next hop of MP_REACH_NLRI or NEXT_HOP: 4, 16 or 32 bytes. */
    public Optional<Bytes> nextHop() {
        MpReach reach = first(MpReach.class);
        if (reach != null) {
            return Optional.of(reach.nextHop());
        }
        return find(NextHop.class).map(NextHop::address);
    }

    private <A extends PathAttribute> @Nullable A first(Class<A> kind) {
        for (PathAttribute attribute : list) {
            if (kind.isInstance(attribute)) {
                return kind.cast(attribute);
            }
        }
        return null;
    }

    private static long neighborAs(AsPath path) {
        for (AsPath.Segment segment : path.segments()) {
            if (!segment.isConfederation()) {
                return segment.type() == AsPath.AS_SEQUENCE ? segment.asns().getFirst() : LOCAL_AS;
            }
        }
        return LOCAL_AS;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return this == o || o instanceof RouteAttributes other && hash == other.hash && list.equals(other.list);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return list.toString();
    }
}
