// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.NoAcceptedPath;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.DecisionProcess;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.NoAlternative;
import org.pathproof.feeds.policy.Refusal;

/**
 * Decides about one prefix of all routers of an AS (docs/adr/0078-overrides-at-the-best-borders.md). The result depends
 * on the arguments only, so that all replicas decide alike.
 *
 * <p>LOCAL_PREF acts in the whole AS, so the paths of all its routers are compared. An override is needed if a refused
 * path of any router is not strictly worse than one of the best accepted paths of the network, by the steps of route
 * selection that all routers share: LOCAL_PREF, length of AS_PATH, ORIGIN and MULTI_EXIT_DISC. Each best accepted path
 * is then announced to the router where it enters the AS, and to no other one, all with the same LOCAL_PREF. If one of
 * these routers cannot receive an override, none is announced.
 */
final class NetworkRules {
    private static final long MAX_LOCAL_PREFERENCE = 0xffff_ffffL;

    private final List<RouterInput> routers;
    private final Optional<None> obstacle;
    private final Instant now;
    private final Map<String, RouterInput> byName = new HashMap<>();
    private final List<NetworkPath> accepted = new ArrayList<>();
    private final List<NetworkPath> refused = new ArrayList<>();
    /** Paths in accepted states before policy. It is not known if the import policies of their routers accept them. */
    private final List<NetworkPath> uncertain = new ArrayList<>();

    private NetworkRules(List<RouterInput> routers, Optional<None> obstacle, Instant now) {
        this.routers = routers;
        this.obstacle = obstacle;
        this.now = now;
        for (RouterInput router : routers) {
            byName.put(router.name(), router);
            if (!router.lost()) {
                addPaths(router);
            }
        }
    }

    /**
     * Decides about a prefix.
     *
     * @param routers all monitored routers of the AS
     * @param obstacle reason why no router of the network can have overrides; empty if there is none
     * @param held true while flap damping holds the prefix. A held prefix has an override if any path is not accepted
     * @param now current time, to which the expiry of exceptions is compared
     * @return the decision for each router, by name
     */
    static Map<String, OverrideDecision> decide(
            List<RouterInput> routers, Optional<None> obstacle, boolean held, Instant now) {
        NetworkRules rules = new NetworkRules(routers, obstacle, now);
        Map<String, OverrideDecision> decided = rules.decide(held);
        Map<String, OverrideDecision> decisions = new TreeMap<>();
        for (RouterInput router : routers) {
            decisions.put(
                    router.name(),
                    rules.ownReason(router).<OverrideDecision>map(None::of).orElseGet(() -> {
                        OverrideDecision decision = decided.get(router.name());
                        return decision == null ? None.of(Reason.NO_PATH) : decision;
                    }));
        }
        return decisions;
    }

    private void addPaths(RouterInput router) {
        for (CandidatePath path : router.paths()) {
            if (!router.rules().isCandidate(path)) {
                continue;
            }
            NetworkPath known = router.networkPath(path);
            if (router.rules().refusal(path, now).isPresent()) {
                refused.add(known);
            } else if (!router.unusable().contains(path.key())) {
                accepted.add(known);
            }
        }
        router.unshown().forEach(path -> addUnshown(router, path));
    }

    /**
     * Adds a path that the post-policy view of its router cannot show. A refused path may be the router's choice. A
     * path in an accepted state is used only if the policy trusts the view before policy, and if all its attributes are
     * known: a path without a next hop is known by AS_PATH only.
     */
    private void addUnshown(RouterInput router, CandidatePath path) {
        if (!router.rules().isOfNeighbor(path)) {
            return;
        }
        NetworkPath known = router.networkPath(path);
        if (router.rules().refusal(path, now).isPresent()) {
            refused.add(known);
        } else if (!router.rules().isInUsedView(path)
                || path.attributes().nextHop().isEmpty()) {
            uncertain.add(known);
        } else if (!router.unusable().contains(path.key())) {
            accepted.add(known);
        }
    }

    /** Returns the reason of the router itself to have no override, whatever its paths are. */
    private Optional<Reason> ownReason(RouterInput router) {
        if (!router.rules().policy().feeds()) {
            return Optional.of(Reason.SWITCHED_OFF);
        }
        if (!router.rules().overrides()) {
            return Optional.of(Reason.POLICY);
        }
        return router.suspended() ? Optional.of(Reason.SUSPENDED) : Optional.empty();
    }

    private Map<String, OverrideDecision> decide(boolean held) {
        Optional<None> hiddenRefused = hiddenAt(RouterInput::hidesRefusedPath);
        if (refused.isEmpty()) {
            return hiddenRefused
                    .map(this::forAllRouters)
                    .orElseGet(() -> forRoutersWithPaths(None.of(Reason.ALL_ACCEPTED)));
        }
        Optional<None> hidden = hiddenAt(router -> !router.hidden().isEmpty());
        if (accepted.isEmpty()) {
            return hidden.or(() -> hiddenAmong(uncertain))
                    .map(this::forAllRouters)
                    .orElseGet(this::withoutAcceptedPath);
        }
        List<NetworkPath> threats = held ? refused : threats(leaders(accepted));
        if (threats.isEmpty() && hiddenRefused.isEmpty()) {
            return forRoutersWithPaths(None.of(Reason.NOT_NEEDED));
        }
        return obstacle.or(() -> hidden).map(this::forAllRouters).orElseGet(() -> announceBest(held));
    }

    private Optional<None> hiddenAt(Predicate<RouterInput> condition) {
        return routers.stream()
                .filter(router -> !router.lost())
                .filter(condition)
                .findFirst()
                .map(router -> None.of(Reason.PATH_HIDDEN, router.name()));
    }

    private static Optional<None> hiddenAmong(List<NetworkPath> paths) {
        return paths.stream()
                .map(NetworkPath::router)
                .min(Comparator.naturalOrder())
                .map(router -> None.of(Reason.PATH_HIDDEN, router));
    }

    /** Announces the best accepted paths that can be announced. */
    private Map<String, OverrideDecision> announceBest(boolean held) {
        List<NetworkPath> rest = new ArrayList<>(accepted);
        while (!rest.isEmpty()) {
            List<NetworkPath> leaders = leaders(rest);
            Optional<None> preferred = hiddenAmong(notWorse(uncertain, leaders));
            if (preferred.isPresent()) {
                return forAllRouters(preferred.get());
            }
            Map<String, List<NetworkPath>> borders = new TreeMap<>();
            leaders.forEach(leader -> borders.computeIfAbsent(leader.router(), ignored -> new ArrayList<>())
                    .add(leader));
            for (String border : borders.keySet()) {
                Optional<Reason> reason = router(border).obstacleAmong(borders.size());
                if (reason.isPresent()) {
                    return forAllRouters(None.of(reason.get(), border));
                }
            }
            List<NetworkPath> threats = held ? refused : threats(leaders);
            OptionalLong localPreference = localPreference(borders.keySet(), leaders, threats);
            if (localPreference.isEmpty()) {
                return forAllRouters(None.of(Reason.LOCAL_PREFERENCE));
            }
            NetworkPath overridden = best(threats);
            Map<String, OverrideDecision> announced = new HashMap<>();
            Set<NetworkPath> unusable = new HashSet<>();
            borders.forEach((border, paths) -> announcement(border, paths, localPreference.getAsLong(), overridden)
                    .ifPresentOrElse(announce -> announced.put(border, announce), () -> unusable.addAll(paths)));
            if (unusable.isEmpty()) {
                Map<String, OverrideDecision> decisions =
                        forAllRouters(new None(Reason.OTHER_BORDER, List.copyOf(borders.keySet())));
                decisions.putAll(announced);
                return decisions;
            }
            rest.removeIf(unusable::contains);
        }
        return forAllRouters(None.of(Reason.NOT_ANNOUNCEABLE));
    }

    /** Returns the announcement of the best of a router's leaders that can be announced; empty if none can. */
    private Optional<Announce> announcement(
            String border, List<NetworkPath> paths, long localPreference, NetworkPath overridden) {
        paths.sort(Comparator.comparing(NetworkPath::path, DecisionProcess.tieBreak()));
        for (NetworkPath path : paths) {
            Optional<RouteAttributes> attributes = router(border).rules().announcement(path.path(), localPreference);
            if (attributes.isPresent()) {
                return Optional.of(new Announce(path.path(), attributes.get(), overridden, refusal(overridden)));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns LOCAL_PREF of the overrides: one more than that of the threats and of the announced paths, unless groups
     * of the routers set it. Empty if there is no such value, or if a group sets a value that is not higher.
     */
    private OptionalLong localPreference(Set<String> borders, List<NetworkPath> leaders, List<NetworkPath> threats) {
        long highest = Math.max(highest(leaders), highest(threats));
        long preference = borders.stream()
                .flatMapToLong(border -> router(border).rules().policy().group().localPreference().stream())
                .max()
                .orElse(highest + 1);
        return preference > highest && preference <= MAX_LOCAL_PREFERENCE
                ? OptionalLong.of(preference)
                : OptionalLong.empty();
    }

    private Map<String, OverrideDecision> withoutAcceptedPath() {
        Map<String, OverrideDecision> decisions = new HashMap<>();
        Map<String, List<NetworkPath>> byRouter = new TreeMap<>();
        refused.forEach(path -> byRouter.computeIfAbsent(path.router(), ignored -> new ArrayList<>())
                .add(path));
        byRouter.forEach((name, paths) -> {
            NetworkPath best = best(paths);
            decisions.put(
                    name,
                    new NoAcceptedPath(
                            best.path(),
                            refusal(best),
                            router(name).rules().policy().group().noAlternative() == NoAlternative.LIST));
        });
        return decisions;
    }

    private Map<String, OverrideDecision> forAllRouters(None none) {
        Map<String, OverrideDecision> decisions = new HashMap<>();
        routers.forEach(router -> decisions.put(router.name(), none));
        return decisions;
    }

    private Map<String, OverrideDecision> forRoutersWithPaths(None none) {
        Map<String, OverrideDecision> decisions = new HashMap<>();
        accepted.forEach(path -> decisions.put(path.router(), none));
        refused.forEach(path -> decisions.put(path.router(), none));
        uncertain.forEach(path -> decisions.put(path.router(), none));
        return decisions;
    }

    /**
     * Returns the refused paths that are not strictly worse than one of the best accepted paths. A refused path whose
     * LOCAL_PREF is not known can be better than all others.
     */
    private List<NetworkPath> threats(List<NetworkPath> leaders) {
        List<NetworkPath> threats = new ArrayList<>(refused.size());
        for (NetworkPath path : refused) {
            if (!path.known() || isNotWorse(path, leaders)) {
                threats.add(path);
            }
        }
        return threats;
    }

    private static List<NetworkPath> notWorse(List<NetworkPath> paths, List<NetworkPath> leaders) {
        return paths.stream().filter(path -> isNotWorse(path, leaders)).toList();
    }

    /** Returns true if a path is not strictly worse than one of the leaders. */
    private static boolean isNotWorse(NetworkPath path, List<NetworkPath> leaders) {
        return leaders.stream().anyMatch(leader -> !isWorse(path, leader));
    }

    private static boolean isWorse(NetworkPath path, NetworkPath than) {
        return DecisionProcess.compare(path.path(), path.localPreference(), than.path(), than.localPreference())
                .filter(comparison -> !comparison.firstWins())
                .isPresent();
    }

    private static List<NetworkPath> leaders(List<NetworkPath> paths) {
        return DecisionProcess.leaders(paths, NetworkPath::path, NetworkPath::localPreference);
    }

    /** Returns the best path by all steps, and by the name of its router where these leave several paths. */
    private static NetworkPath best(List<NetworkPath> paths) {
        return leaders(paths).stream()
                .min(Comparator.comparing(NetworkPath::path, DecisionProcess.tieBreak())
                        .thenComparing(NetworkPath::router))
                .orElseThrow();
    }

    private static long highest(List<NetworkPath> paths) {
        return paths.stream().mapToLong(NetworkPath::localPreference).max().orElse(0);
    }

    private Refusal refusal(NetworkPath path) {
        return router(path.router()).rules().refusal(path.path(), now).orElseThrow();
    }

    private RouterInput router(String name) {
        RouterInput router = byName.get(name);
        if (router == null) {
            throw new IllegalStateException("no router " + name);
        }
        return router;
    }
}
