// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;

/**
 * Selects the override that ends last when all overrides of a prefix end, or get a lower LOCAL_PREF. If they ended at
 * once, each border router would prefer the old override of another one and withdraw its own path from inner routers,
 * which would have no path until these withdrawals have crossed. The last override ends when its router shows no old
 * override of another router any more; {@link #LONGEST} after the others in any case. Not thread-safe.
 */
final class LastOverrides {
    /** Time for a router that shows no override of another router: it may not monitor its internal neighbors. */
    static final Duration UNSEEN = Duration.ofMillis(500);
    /** Longest time that an override stays after its need. */
    static final Duration LONGEST = Duration.ofSeconds(2);

    private final boolean enabled;
    private final Map<Prefix, Last> kept = new HashMap<>();
    /** The times at which overrides ended or got a lower LOCAL_PREF, by name of the router. */
    private final Map<Prefix, Map<String, Instant>> ended = new HashMap<>();

    private static final class Last {
        private final String router;
        private final Instant begin;
        private OverrideDecision wanted = None.of(Reason.NO_PATH);
        /** True if the router has shown an old override of another router. */
        private boolean seen;
        /** Time of the next decision without a report; empty after the last one. */
        private Optional<Instant> due;

        Last(String router, Instant begin) {
            this.router = router;
            this.begin = begin;
            this.due = Optional.of(begin.plus(UNSEEN));
        }

        Instant latest() {
            return begin.plus(LONGEST);
        }

        /** Notes what the router shows. Returns true if the override has to end. */
        boolean isOver(boolean showsOld, Instant now) {
            seen |= showsOld;
            return !now.isBefore(latest()) || (!showsOld && (seen || !now.isBefore(begin.plus(UNSEEN))));
        }
    }

    private LastOverrides(boolean enabled) {
        this.enabled = enabled;
    }

    static LastOverrides inOrder() {
        return new LastOverrides(true);
    }

    /** Returns an object with which all overrides end at once, to preview a change. */
    static LastOverrides atOnce() {
        return new LastOverrides(false);
    }

    /**
     * Returns the router whose override stays as it is for now; empty if all decisions apply.
     *
     * @param routers all routers of the network, in the order of their names
     * @param decisions the decision of each router, by name
     */
    Optional<RouterState> keep(
            Prefix prefix, List<RouterState> routers, Map<String, OverrideDecision> decisions, Instant now) {
        Optional<RouterState> stays = stays(prefix, routers, decisions, now);
        routers.stream()
                .filter(router -> isWorse(router, prefix, decisions))
                .filter(router -> stays.filter(router::equals).isEmpty())
                .forEach(router -> ended.computeIfAbsent(prefix, ignored -> new HashMap<>())
                        .put(router.name(), now));
        return stays;
    }

    private Optional<RouterState> stays(
            Prefix prefix, List<RouterState> routers, Map<String, OverrideDecision> decisions, Instant now) {
        Last last = kept.get(prefix);
        Optional<RouterState> router = last == null
                ? choose(prefix, routers, decisions, now)
                : routers.stream()
                        .filter(other -> other.name().equals(last.router))
                        .filter(other -> isWorse(other, prefix, decisions) && canStay(other, prefix, now))
                        .findFirst();
        if (router.isEmpty()) {
            kept.remove(prefix);
            return router;
        }
        String name = router.get().name();
        Last state = kept.computeIfAbsent(prefix, ignored -> new Last(name, now));
        if (state.isOver(showsOld(router.get(), prefix, decisions), now)) {
            kept.remove(prefix);
            return Optional.empty();
        }
        state.wanted = decisions.getOrDefault(name, None.of(Reason.NO_PATH));
        return router;
    }

    /**
     * Returns the first router whose override can stay, if no override stays as good as it is, and if there are several
     * overrides, or were a moment ago.
     */
    private Optional<RouterState> choose(
            Prefix prefix, List<RouterState> routers, Map<String, OverrideDecision> decisions, Instant now) {
        List<RouterState> active = routers.stream()
                .filter(router -> router.announcements().active().containsKey(prefix))
                .toList();
        if (!enabled
                || routers.size() == 1
                || !active.stream().allMatch(router -> isWorse(router, prefix, decisions))) {
            return Optional.empty();
        }
        return active.stream()
                .filter(router -> canStay(router, prefix, now))
                .filter(router -> active.size() > 1
                        || hasEndedElsewhere(router, prefix, now)
                        || showsOld(router, prefix, decisions))
                .findFirst();
    }

    private boolean hasEndedElsewhere(RouterState than, Prefix prefix, Instant now) {
        return ended.getOrDefault(prefix, Map.of()).entrySet().stream()
                .anyMatch(end -> !end.getKey().equals(than.name()) && isRecent(end.getValue(), now));
    }

    private static boolean isRecent(Instant end, Instant now) {
        return now.isBefore(end.plus(UNSEEN));
    }

    /** Returns true if the override of a router ends, or gets a lower LOCAL_PREF. */
    private static boolean isWorse(RouterState router, Prefix prefix, Map<String, OverrideDecision> decisions) {
        ActiveOverride active = router.announcements().active().get(prefix);
        return active != null
                && !(decisions.get(router.name()) instanceof Announce announce
                        && announce.attributes().localPreference().orElse(0)
                                >= active.attributes().localPreference().orElse(0));
    }

    /** Returns true if the router still has the path of its override, as far as is known, and the policy accepts it. */
    private static boolean canStay(RouterState router, Prefix prefix, Instant now) {
        ActiveOverride active = router.announcements().active().get(prefix);
        Set<Suspension> suspensions = router.suspensions();
        return active != null
                && !suspensions.contains(Suspension.ROUTER_LOST)
                && !suspensions.contains(Suspension.STARTING)
                && router.isGood(active, now);
    }

    /** Returns true if a router shows an override of another router that none of the decisions announces. */
    private static boolean showsOld(RouterState router, Prefix prefix, Map<String, OverrideDecision> decisions) {
        return router.paths().table().of(prefix).stream()
                .filter(router.rules()::isCopy)
                .anyMatch(path -> decisions.values().stream().noneMatch(decision -> isCopyOf(path, decision)));
    }

    private static boolean isCopyOf(CandidatePath path, OverrideDecision decision) {
        return decision instanceof Announce announce
                && path.attributes()
                        .localPreference()
                        .equals(announce.attributes().localPreference())
                && path.attributes()
                        .find(AsPath.class)
                        .equals(announce.attributes().find(AsPath.class));
    }

    /**
     * Returns the decision that a router's override waits for; null if it does not stay for another one. Decisions
     * about the router are compared to it, so that an end counts once.
     */
    @Nullable
    OverrideDecision wanted(Prefix prefix, RouterState router) {
        Last last = kept.get(prefix);
        return last == null || !last.router.equals(router.name()) ? null : last.wanted;
    }

    /** Passes the prefixes for which a decision is due without a report to {@code due}. */
    void release(Instant now, Consumer<Prefix> due) {
        kept.forEach((prefix, last) -> {
            if (last.due.filter(time -> !now.isBefore(time)).isPresent()) {
                last.due = Optional.of(last.latest()).filter(now::isBefore);
                due.accept(prefix);
            }
        });
        ended.values().removeIf(ends -> ends.values().stream().noneMatch(end -> isRecent(end, now)));
    }

    /** Returns the times at which a decision is due without a report. */
    Stream<Instant> deadlines() {
        return kept.values().stream().flatMap(last -> last.due.stream());
    }

    /** Returns the prefixes with an override that stays for now. */
    Set<Prefix> prefixes() {
        return Set.copyOf(kept.keySet());
    }
}
