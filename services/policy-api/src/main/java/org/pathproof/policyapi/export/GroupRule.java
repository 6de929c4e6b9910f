// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.feeds.policy.RouterGroup;
import org.pathproof.feeds.policy.RouterIdentity;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.wire.Prefix;

/**
 * Lists prefixes by the policy of a group of routers:
 *
 * <ul>
 *   <li>{@code reject-not-valid}: prefixes that the neighbor sends with refused paths only
 *   <li>{@code prefer-valid}: such prefixes for which another neighbor of the same router has an accepted path
 *   <li>{@code observe} and {@code tag}: no prefixes
 * </ul>
 *
 * <p>The switch of the feeds and {@code feeds: false} change no export: an export without these prefixes would remove
 * the filter of a router that loads it.
 *
 * <p>Of a neighbor with paths in both views, the paths before policy count, because routers drop BGPsec_PATH after
 * policy.
 */
final class GroupRule implements ListingRule {
    private final PolicyDocument document;
    private final RouterGroup group;
    private final List<PolicyException> exceptions;

    GroupRule(PolicyDocument document, RouterGroup group, Instant now) {
        this.document = document;
        this.group = group;
        this.exceptions = document.exceptions().stream()
                .filter(exception -> exception.isActive(now) && exception.appliesTo(group.name()))
                .toList();
    }

    @Override
    public boolean appliesTo(Session session) {
        try {
            return document.forRouter(
                            new RouterIdentity(Prefix.ofFormatted(session.getRouterIp()), session.getRouterName()))
                    .group()
                    .equals(group);
        } catch (IllegalArgumentException e) {
            return false; // a router without an address belongs to no group
        }
    }

    @Override
    public Set<PathState> states() {
        Set<Refusal> refused = group.acceptance().refused();
        if (refused.contains(Refusal.ORIGIN_INVALID)) {
            return Set.of();
        }
        EnumSet<PathState> states = EnumSet.of(PathState.NOT_VALID);
        if (refused.contains(Refusal.UNSIGNED)) {
            states.add(PathState.UNSIGNED);
        }
        if (refused.contains(Refusal.MALFORMED)) {
            states.add(PathState.MALFORMED);
        }
        return states;
    }

    @Override
    public Decision decide(List<Route> own, Supplier<List<Route>> others) {
        List<Route> relevant = relevant(own);
        if (!group.policy().overrides() || relevant.stream().noneMatch(this::refuses)) {
            return Decision.NOT_LISTED;
        }
        if (!relevant.stream().allMatch(this::refuses)) {
            return Decision.AMBIGUOUS;
        }
        if (group.policy() == PolicyKind.REJECT_NOT_VALID) {
            return Decision.LISTED;
        }
        List<Route> ofOthers = others.get();
        return own.stream().allMatch(route -> hasOther(route, ofOthers)) ? Decision.LISTED : Decision.NOT_LISTED;
    }

    private static List<Route> relevant(List<Route> routes) {
        List<Route> before = routes.stream()
                .filter(route -> view(route) == RibView.ADJ_RIB_IN_PRE)
                .toList();
        return before.isEmpty() ? routes : before;
    }

    private static @Nullable RibView view(Route route) {
        return route.sessionView().session().map(Session::getView).orElse(null);
    }

    /** Returns true if another neighbor of the route's router has an accepted path. */
    private boolean hasOther(Route route, List<Route> others) {
        return relevant(others.stream()
                        .filter(other -> isSameRouter(route, other))
                        .toList())
                .stream()
                .anyMatch(other -> !refuses(other));
    }

    private static boolean isSameRouter(Route a, Route b) {
        return a.sessionView()
                .session()
                .map(Session::getRouterHash)
                .equals(b.sessionView().session().map(Session::getRouterHash));
    }

    @Override
    public boolean refuses(Route route) {
        @Nullable
        OriginState origin = switch (route.origin()) {
            case VALID -> OriginState.VALID;
            case INVALID -> OriginState.INVALID;
            case NOT_FOUND -> OriginState.NOT_FOUND;
            case UNVERIFIED -> null;
        };
        RouteStates states = new RouteStates(route.state(), origin, route.aspa().state(), false);
        return group.acceptance().refusal(states).isPresent() && !isExcepted(route);
    }

    private boolean isExcepted(Route route) {
        if (exceptions.isEmpty()) {
            return false;
        }
        List<Integer> path = route.verdict().getAsPathList();
        OptionalLong origin = path.isEmpty() ? OptionalLong.empty() : unsigned(path.getLast());
        OptionalLong neighbor = path.isEmpty() ? OptionalLong.empty() : unsigned(path.getFirst());
        return exceptions.stream().anyMatch(exception -> exception.scope().matches(route.prefix(), origin, neighbor));
    }

    private static OptionalLong unsigned(int as) {
        return OptionalLong.of(Integer.toUnsignedLong(as));
    }
}
