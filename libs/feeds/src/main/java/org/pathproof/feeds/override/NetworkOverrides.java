// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.pathproof.feeds.path.AttributeInterner;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.Prefix;

/**
 * The overrides of all routers. The caller adds the routers, reports their changes to {@link RouterOverrides}, and
 * calls {@link #advance} after each batch and at {@link #nextDeadline}. Routers with the same AS are one network:
 * decisions compare the paths of all its routers ({@link NetworkRules}).
 *
 * <p>Below the limits and without flaps, the overrides depend only on the current paths, policies, suspensions and
 * time, but for the moment in which they end one after the other ({@link LastOverrides}). The order of the reports has
 * no effect. A limit stops new overrides until there is room at all routers that
 * the override needs; overrides with lower prefixes come first. A limit never delays a change or a withdrawal of an
 * existing override.
 *
 * <p>Not thread-safe: all calls, also of {@link RouterOverrides}, come from one thread, or hold the same lock.
 */
public final class NetworkOverrides {
    private final FeedSpeakers speakers;
    private final AttributeInterner interner;
    private final NavigableMap<String, RouterOverrides> routers = new TreeMap<>();
    private final Map<Long, Network> networks = new HashMap<>();
    /** The network of each router, by the name of the router. */
    private final Map<String, Network> members = new HashMap<>();

    private boolean regroup;
    private Instant advancedAt = Instant.MIN;

    /** Creates an object without routers, which shares attributes with no other object. */
    public NetworkOverrides(FeedSpeakers speakers) {
        this(speakers, new AttributeInterner());
    }

    /** @param interner shares the attributes of announcements with other objects */
    public NetworkOverrides(FeedSpeakers speakers, AttributeInterner interner) {
        this.speakers = speakers;
        this.interner = interner;
    }

    /**
     * Adds a router without paths.
     *
     * @param name unique name of the router
     * @throws IllegalArgumentException if there is a router with this name
     */
    public RouterOverrides add(String name, RouterPolicy policy) {
        if (routers.containsKey(name)) {
            throw new IllegalArgumentException("router " + name + " is added twice");
        }
        RouterState state = new RouterState(name, policy, speakers, interner, new Marks(name));
        return add(state);
    }

    private RouterOverrides add(RouterState state) {
        RouterOverrides router = new RouterOverrides(state, () -> networkOf(state.name()));
        routers.put(state.name(), router);
        regroup = true;
        return router;
    }

    /** Removes a router with its paths, without withdrawals: the caller has ended its session. */
    public void remove(RouterOverrides router) {
        router.state().markAllPaths();
        routers.remove(router.name());
        members.remove(router.name());
        regroup = true;
    }

    /** Returns the router with a name; empty if there is none. */
    public Optional<RouterOverrides> router(String name) {
        return Optional.ofNullable(routers.get(name));
    }

    /**
     * Returns independent objects in the same state, to preview a change. The limit of changes does not apply to the
     * copy. The counters of the copy start at 0.
     */
    public NetworkOverrides copyForPreview() {
        groupAgain();
        NetworkOverrides copy = new NetworkOverrides(speakers, interner);
        networks.forEach((as, network) -> copy.networks.put(as, new Network(network)));
        routers.forEach((name, router) -> {
            copy.add(new RouterState(router.state(), copy.new Marks(name)));
            copy.members.put(
                    name,
                    Objects.requireNonNull(copy.networks.get(router.state().as())));
        });
        copy.advancedAt = advancedAt;
        return copy;
    }

    /**
     * Decides about all prefixes that changed since the last call.
     *
     * @param now current time; not before the time of an earlier call
     * @return changes for the session of each router, in the order of prefixes; no entry for a router without changes
     */
    public Map<RouterOverrides, List<OverrideChange>> advance(Instant now) {
        groupAgain();
        Map<RouterState, List<OverrideChange>> changes = new HashMap<>();
        networks.values().forEach(network -> network.advance(now, advancedAt, changes));
        advancedAt = now;
        Map<RouterOverrides, List<OverrideChange>> byRouter = new HashMap<>();
        changes.forEach((state, list) -> {
            list.sort(Comparator.comparing(OverrideChange::prefix));
            byRouter.put(Objects.requireNonNull(routers.get(state.name())), list);
        });
        return byRouter;
    }

    /** Releases all prefixes that flap damping holds, at the next advance. */
    public void releaseHeld() {
        groupAgain();
        networks.values().forEach(Network::releaseHeld);
    }

    /**
     * Returns the next time at which {@link #advance} is due without a report. At this time an exception expires, a
     * held prefix is released, or the limit of changes permits more overrides.
     */
    public Optional<Instant> nextDeadline() {
        groupAgain();
        return networks.values().stream()
                .flatMap(network -> network.deadlines(advancedAt))
                .min(Instant::compareTo);
    }

    /** Passes the marks of one router to its network. */
    private final class Marks implements NetworkMarks {
        private final String router;

        Marks(String router) {
            this.router = router;
        }

        @Override
        public void markChanged(Prefix prefix, boolean flap) {
            networkOf(router).markChanged(prefix, flap);
        }

        @Override
        public void markState() {
            networkOf(router).markState();
        }

        @Override
        public void markOriginatorsChanged() {
            networkOf(router).markOriginatorsChanged();
        }

        @Override
        public void markRegroup() {
            regroup = true;
        }
    }

    private Network networkOf(String router) {
        groupAgain();
        Network network = members.get(router);
        if (network == null) {
            throw new IllegalStateException("router " + router + " has no network");
        }
        return network;
    }

    /** Groups the routers by AS. A network keeps the state of its prefixes. */
    private void groupAgain() {
        if (!regroup) {
            return;
        }
        regroup = false;
        Map<Long, List<RouterState>> groups = new HashMap<>();
        routers.values()
                .forEach(router -> groups.computeIfAbsent(router.state().as(), ignored -> new ArrayList<>())
                        .add(router.state()));
        networks.keySet().retainAll(groups.keySet());
        groups.forEach((as, states) -> {
            Network network = networks.computeIfAbsent(as, ignored -> new Network(speakers));
            states.forEach(state -> move(state, network));
            network.setRouters(states);
        });
    }

    /** Moves a router to a network. The former network decides again about the prefixes of the router. */
    private void move(RouterState router, Network network) {
        Network before = members.get(router.name());
        if (before != network) {
            if (before != null) {
                router.markAllPaths();
            }
            members.put(router.name(), network);
            router.markAllPaths();
        }
    }
}
