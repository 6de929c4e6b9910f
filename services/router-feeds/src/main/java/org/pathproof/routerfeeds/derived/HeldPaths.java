// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import com.google.protobuf.ByteString;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.origin.BgpSpeaker;
import org.pathproof.feeds.origin.ComparablePath;
import org.pathproof.feeds.origin.HeldPath;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.feeds.tag.StateCommunities;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.SharedPath;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.LargeCommunities;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.route.RoutePathAttributes;

/**
 * Reads the paths of routers, with the router that brought each of them into the AS.
 *
 * <p>The sender of a path is ORIGINATOR_ID, else the internal peer. Without path attributes, the sender is the internal
 * peer too: if this peer reflects paths, its own paths tell what they are copies of. Not thread-safe.
 */
final class HeldPaths {
    /** Maximum number of decoded paths that are kept. */
    private static final int MAX_DECODED = 1 << 12;

    private final RouteLookup table;
    private @Nullable StateCommunities communities;
    private Optional<FeedNumbers> numbers = Optional.empty();

    @SuppressWarnings("serial") // never serialized
    private final Map<SharedPath, Decoded> decoded = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SharedPath, Decoded> eldest) {
            return size() > MAX_DECODED;
        }
    };

    /**
     * A decoded path.
     *
     * @param attributes the path attributes; null for a path without them
     */
    private record Decoded(List<Integer> asns, @Nullable RoutePathAttributes attributes) {
        static Decoded of(SharedPath path) {
            Verdict verdict = path.decode();
            ByteString field = verdict.getPathAttributes();
            return new Decoded(
                    verdict.getAsPathList(),
                    field.isEmpty()
                            ? null
                            : RoutePathAttributes.decode(Bytes.wrap(field.toByteArray()))
                                    .orElse(null));
        }

        ComparablePath comparable(Set<Long> own) {
            AsPath path =
                    attributes == null ? null : attributes.find(AsPath.class).orElse(null);
            return path == null
                    ? ComparablePath.of(
                            asns.stream().map(Integer::toUnsignedLong).toList(), own)
                    : ComparablePath.of(path, own);
        }
    }

    HeldPaths(RouteLookup table) {
        this.table = table;
    }

    /** Replaces the numbers by which overrides are recognised. Returns true if they differ. */
    boolean setNumbers(Optional<FeedNumbers> changed) {
        boolean differ = !changed.equals(numbers);
        numbers = changed;
        communities = changed.map(StateCommunities::new).orElse(null);
        return differ;
    }

    /** Returns the path of a route; empty for an override that an internal peer reflects. */
    Optional<HeldPath> read(Route route, CountedSessions sessions, CountedSessions.Counted session) {
        Decoded own = decode(route.path());
        BgpSpeaker peer = session.sender().orElse(null);
        RoutePathAttributes attributes = peer == null ? null : attributes(route, own, session.postPolicy());
        if (attributes != null && isOverride(attributes)) {
            return Optional.empty();
        }
        return Optional.of(new HeldPath(
                session.router(),
                Optional.ofNullable(peer).map(speaker -> originator(attributes, speaker)),
                own.comparable(sessions.ownAses(session.router())),
                CountedSessions.stateOf(route, session)));
    }

    /** Returns the attributes of the route, or else those of the same path after policy; null if neither has any. */
    private @Nullable RoutePathAttributes attributes(Route route, Decoded own, @Nullable SessionId postPolicy) {
        if (own.attributes() != null || postPolicy == null) {
            return own.attributes();
        }
        RouteKey key = route.key();
        Decoded after = table.get(new RouteKey(key.prefix(), key.safi(), postPolicy, key.pathId()))
                .map(other -> decode(other.path()))
                .orElse(null);
        if (after == null || after.asns().size() < own.asns().size()) {
            return null;
        }
        int prepended = after.asns().size() - own.asns().size();
        return after.asns().subList(prepended, after.asns().size()).equals(own.asns()) ? after.attributes() : null;
    }

    private Decoded decode(SharedPath path) {
        return decoded.computeIfAbsent(path, Decoded::of);
    }

    private boolean isOverride(RoutePathAttributes attributes) {
        StateCommunities known = communities;
        return known != null
                && attributes
                        .find(LargeCommunities.class)
                        .filter(known::areOfOverride)
                        .isPresent();
    }

    private static BgpSpeaker originator(@Nullable RoutePathAttributes attributes, BgpSpeaker peer) {
        return attributes == null
                ? peer
                : attributes
                        .find(OriginatorId.class)
                        .map(id ->
                                new BgpSpeaker(peer.asn(), (int) id.routerId().u32(0)))
                        .orElse(peer);
    }
}
