// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.Peer;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.feeds.tag.ReflectedAttributes;
import org.pathproof.feeds.tag.StateCommunities;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * Builds the attributes of the overrides of one router. Consecutive prefixes often have equal attributes, so the last
 * result is kept. Thread-safe.
 */
final class OverrideAttributes {
    private final ReflectedAttributes attributes;
    private final StateCommunities communities;
    /** The last result. The result depends only on its own fields, so that threads may replace it at any time. */
    private volatile @Nullable Built last;

    private record Built(
            RouteAttributes received,
            RouteStates states,
            Peer peer,
            boolean ipv4,
            long localPreference,
            Optional<RouteAttributes> result) {
        boolean isOf(CandidatePath path, long otherPreference) {
            return localPreference == otherPreference
                    && ipv4 == path.prefix().isIpv4()
                    && received.equals(path.attributes())
                    && states.equals(path.states())
                    && peer.equals(path.peer());
        }
    }

    OverrideAttributes(FeedNumbers numbers) {
        this.attributes = new ReflectedAttributes(numbers);
        this.communities = new StateCommunities(numbers);
    }

    /** Returns the attributes of an override with a path; empty if the path cannot be announced. */
    Optional<RouteAttributes> of(CandidatePath path, long localPreference) {
        Built known = last;
        if (known == null || !known.isOf(path, localPreference)) {
            known = new Built(
                    path.attributes(),
                    path.states(),
                    path.peer(),
                    path.prefix().isIpv4(),
                    localPreference,
                    build(path, localPreference));
            last = known;
        }
        return known.result();
    }

    private Optional<RouteAttributes> build(CandidatePath path, long localPreference) {
        return attributes.of(
                path,
                List.of(
                        new LocalPref(PathAttribute.FLAG_TRANSITIVE, localPreference),
                        communities.ofOverride(path.attributes(), path.states())));
    }
}
