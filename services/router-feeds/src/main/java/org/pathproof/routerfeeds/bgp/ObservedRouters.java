// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.routes.SessionNames;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Bytes;

/**
 * The monitored routers of the operator's AS that have no feed. Their paths take part in decisions, because LOCAL_PREF
 * acts in the whole AS. Routers are observed only while a group of the policy makes overrides. Not thread-safe.
 */
final class ObservedRouters {
    private final Factory factory;
    private final Map<Bytes, RouterFeed> routers = new HashMap<>();
    private PolicyDocument document = PolicyDocument.EMPTY;

    /** Creates the object that follows a router. */
    @FunctionalInterface
    interface Factory {
        /**
         * Creates the object of a router.
         *
         * @param name name of the router, for people
         * @param selector selects the router by its hash
         */
        RouterFeed create(String name, SessionSelector selector);
    }

    ObservedRouters(Factory factory) {
        this.factory = factory;
    }

    /** Replaces the policy. */
    void setDocument(PolicyDocument changed) {
        document = changed;
    }

    /** Returns true if a group of the policy makes overrides. */
    boolean isObserving() {
        return document.numbers().isPresent()
                && document.groups().stream().anyMatch(group -> group.policy().overrides());
    }

    /** Returns the routers. */
    Collection<RouterFeed> all() {
        return routers.values();
    }

    /** Removes all routers. */
    void clear() {
        routers.values().forEach(RouterFeed::remove);
        routers.clear();
    }

    /**
     * Replaces the routers.
     *
     * @param sessions all session records of routers without a feed
     * @return the records of each observed router
     */
    Map<RouterFeed, List<Session>> replace(List<Session> sessions) {
        Map<Bytes, List<Session>> byHash = new TreeMap<>();
        if (isObserving()) {
            sessions.forEach(session -> byHash.computeIfAbsent(
                            Bytes.wrap(session.getRouterHash().toByteArray()), ignored -> new ArrayList<>())
                    .add(session));
            byHash.values().removeIf(records -> records.stream().noneMatch(this::isOfOwnAs));
        }
        Set<Bytes> gone = routers.keySet().stream()
                .filter(hash -> !byHash.containsKey(hash))
                .collect(Collectors.toSet());
        gone.forEach(hash -> remove(hash));
        Map<RouterFeed, List<Session>> observed = new HashMap<>();
        byHash.forEach((hash, records) -> observed.put(
                routers.computeIfAbsent(hash, ignored -> create(hash, SessionNames.router(records.getFirst()))),
                records));
        return observed;
    }

    private void remove(Bytes hash) {
        RouterFeed router = routers.remove(hash);
        if (router != null) {
            router.remove();
        }
    }

    private RouterFeed create(Bytes hash, String name) {
        RouterFeed router = factory.create(name, new SessionSelector(hash.toHex()));
        router.setDocument(document);
        return router;
    }

    private boolean isOfOwnAs(Session session) {
        OptionalLong ownAs = document.numbers()
                .map(numbers -> OptionalLong.of(numbers.ownAs()))
                .orElseGet(OptionalLong::empty);
        return session.getState() != State.DOWN
                && session.hasLocalAs()
                && ownAs.isPresent()
                && ownAs.getAsLong() == Integer.toUnsignedLong(session.getLocalAs());
    }
}
