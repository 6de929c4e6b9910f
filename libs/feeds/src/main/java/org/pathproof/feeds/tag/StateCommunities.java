// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.wire.bgp.ExtendedCommunities;
import org.pathproof.wire.bgp.LargeCommunities;
import org.pathproof.wire.bgp.LargeCommunities.LargeCommunity;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * The communities that carry the states of a path to a router.
 *
 * <p>The first part of each large community (RFC 8092) is the operator's AS. The second and third parts are:
 *
 * <ul>
 * <li>base: the path state. 1 VALID, 2 NOT_VALID, 3 UNSIGNED, 4 MALFORMED, 5 UNVERIFIED.
 * <li>base + 1: the origin state. 1 valid, 2 invalid, 3 not-found, 5 unverified.
 * <li>base + 2: the ASPA state. 1 valid, 2 invalid, 3 unknown.
 * <li>base + 3: always 1. The route is an override of Pathproof.
 * </ul>
 *
 * <p>Communities with these first two parts are removed from received routes, so that neighbors cannot forge them.
 */
public final class StateCommunities {
    private static final int TRANSITIVE = PathAttribute.FLAG_OPTIONAL | PathAttribute.FLAG_TRANSITIVE;
    /** The origin validation state community (RFC 8097 section 2) with the state 0 in its last byte. */
    private static final long ORIGIN_STATE_COMMUNITY = 0x4300_0000_0000_0000L;

    private static final long ORIGIN_STATE_MASK = 0xffff_0000_0000_0000L;
    private static final int OVERRIDE = 3;
    private static final int INJECTED = 1;
    private static final int UNVERIFIED = 5;

    private final FeedNumbers numbers;

    public StateCommunities(FeedNumbers numbers) {
        this.numbers = numbers;
    }

    /**
     * Returns the LARGE_COMMUNITIES of an override: the received communities, the path state, and the community that
     * marks an override.
     */
    public LargeCommunities ofOverride(RouteAttributes received, RouteStates states) {
        List<LargeCommunity> values = foreign(received);
        values.add(own(0, pathState(states)));
        values.add(own(OVERRIDE, INJECTED));
        return new LargeCommunities(TRANSITIVE, List.copyOf(values));
    }

    /** Returns true if the path has the community that marks an override. Only internal peers are to be believed. */
    public boolean isOverride(RouteAttributes received) {
        return received.find(LargeCommunities.class).filter(this::areOfOverride).isPresent();
    }

    /**
     * Returns true for communities of an override. Only the communities of internal neighbors tell this, because other
     * neighbors can forge them.
     */
    public boolean areOfOverride(LargeCommunities received) {
        return received.values().stream()
                .anyMatch(value -> value.globalAdministrator() == numbers.ownAs()
                        && value.localData1() == numbers.communityBase() + OVERRIDE);
    }

    /** Returns the community that marks an override, from the attributes of its announcement. */
    public static Optional<LargeCommunity> markOf(RouteAttributes override) {
        return override.find(LargeCommunities.class)
                .map(communities -> communities.values().getLast())
                .filter(last -> last.localData2() == INJECTED);
    }

    /** Returns the LARGE_COMMUNITIES of a tagged path: the received communities and all states. */
    public LargeCommunities ofTaggedPath(RouteAttributes received, RouteStates states) {
        List<LargeCommunity> values = foreign(received);
        values.add(own(0, pathState(states)));
        values.add(own(1, originState(states)));
        values.add(own(2, aspaState(states)));
        return new LargeCommunities(TRANSITIVE, List.copyOf(values));
    }

    /**
     * Returns the EXTENDED COMMUNITIES of a tagged path: the received communities with the origin validation state of
     * RFC 8097. Empty if there are no communities.
     */
    public static Optional<ExtendedCommunities> withOriginState(RouteAttributes received, RouteStates states) {
        List<Long> values = new ArrayList<>(received.find(ExtendedCommunities.class)
                .map(ExtendedCommunities::values)
                .orElse(List.of()));
        values.removeIf(value -> (value & ORIGIN_STATE_MASK) == ORIGIN_STATE_COMMUNITY);
        OriginState origin = states.stale() ? null : states.origin();
        if (origin != null) {
            values.add(ORIGIN_STATE_COMMUNITY
                    | switch (origin) {
                        case VALID -> 0;
                        case NOT_FOUND -> 1;
                        case INVALID -> 2;
                    });
        }
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(new ExtendedCommunities(TRANSITIVE, List.copyOf(values)));
    }

    private List<LargeCommunity> foreign(RouteAttributes received) {
        List<LargeCommunity> values = new ArrayList<>(received.find(LargeCommunities.class)
                .map(LargeCommunities::values)
                .orElse(List.of()));
        values.removeIf(value -> value.globalAdministrator() == numbers.ownAs()
                && value.localData1() >= numbers.communityBase()
                && value.localData1() < numbers.communityBase() + FeedNumbers.COMMUNITY_KINDS);
        return values;
    }

    private LargeCommunity own(int kind, int value) {
        return new LargeCommunity(numbers.ownAs(), numbers.communityBase() + kind, value);
    }

    private static int pathState(RouteStates states) {
        PathState state = states.stale() ? PathState.UNVERIFIED : states.path();
        return switch (state) {
            case VALID -> 1;
            case NOT_VALID -> 2;
            case UNSIGNED -> 3;
            case MALFORMED -> 4;
            case UNVERIFIED -> UNVERIFIED;
        };
    }

    private static int originState(RouteStates states) {
        OriginState state = states.stale() ? null : states.origin();
        return switch (state) {
            case VALID -> 1;
            case INVALID -> 2;
            case NOT_FOUND -> 3;
            case null -> UNVERIFIED;
        };
    }

    private static int aspaState(RouteStates states) {
        return switch (states.stale() ? AspaState.UNKNOWN : states.aspa()) {
            case VALID -> 1;
            case INVALID -> 2;
            case UNKNOWN -> 3;
        };
    }
}
