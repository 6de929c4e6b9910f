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

/**
 * The overrides of all routers. The caller adds the routers, reports their changes to {@link RouterOverrides}, and
 * calls {@link #advance} after each batch and at {@link #nextDeadline}. Routers with the same AS are one network:
 * decisions compare the paths of all its routers ({@link NetworkRules}).
 *
 * <p>Below the limits and without flaps, the overrides depend only on the current paths, policies, suspensions and
 * time. The order of the reports has no effect. A limit stops new overrides until there is room at all routers that
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
        RouterOverrides router = new RouterOverrides(this, name, policy);
        if (routers.putIfAbsent(name, router) != null) {
            throw new IllegalArgumentException("router " + name + " is added twice");
        }
        regroup = true;
        return router;
    }

    /** Removes a router with its paths, without withdrawals: the caller has ended its session. */
    public void remove(RouterOverrides router) {
        router.markAllPaths();
        routers.remove(router.name());
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
            RouterOverrides copied = new RouterOverrides(copy, router);
            copied.copyNetwork(Objects.requireNonNull(copy.networks.get(router.as())));
            copy.routers.put(name, copied);
        });
        copy.regroup = true;
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
        Map<RouterOverrides, List<OverrideChange>> changes = new HashMap<>();
        networks.values().forEach(network -> network.advance(now, advancedAt, changes));
        advancedAt = now;
        changes.values().forEach(list -> list.sort(Comparator.comparing(OverrideChange::prefix)));
        return changes;
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

    FeedSpeakers speakers() {
        return speakers;
    }

    AttributeInterner interner() {
        return interner;
    }

    /** Reports that a router has another policy, AS or name, so that routers are grouped again. */
    void markRegroup() {
        regroup = true;
    }

    /** Returns the network of a router. */
    Network networkOf(RouterOverrides router) {
        groupAgain();
        Network network = router.currentNetwork();
        if (network == null) {
            throw new IllegalStateException("router " + router.name() + " has no network");
        }
        return network;
    }

    /** Groups the routers by AS. A network keeps the state of its prefixes. */
    private void groupAgain() {
        if (!regroup) {
            return;
        }
        regroup = false;
        Map<Long, List<RouterOverrides>> groups = new HashMap<>();
        routers.values()
                .forEach(router -> groups.computeIfAbsent(router.as(), ignored -> new ArrayList<>())
                        .add(router));
        networks.keySet().retainAll(groups.keySet());
        groups.forEach((as, members) -> {
            Network network = networks.computeIfAbsent(as, ignored -> new Network(speakers));
            members.forEach(router -> router.moveTo(network));
            network.setRouters(members);
        });
    }
}
