// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Delays the end of overrides, as an {@link Ending} wants it. */
final class Endings {
    /** Longer than the delays of an override, of the routes that follow it, and of the reports about these. */
    private static final int UNSEEN = 80;

    private static final int LONGEST = 4 * UNSEEN;

    private final Ending ending;
    private final NetworkView view;
    /** The time at which each lowered override is withdrawn, by router. */
    private final Map<Integer, Long> lowered = new TreeMap<>();

    /** The time at which each override ended or got a lower LOCAL_PREF, by router. */
    private final Map<Integer, Long> ended = new TreeMap<>();

    private @Nullable Last last;

    private static final class Last {
        private final int router;
        private final long begin;
        private boolean seen;

        Last(int router, long begin) {
            this.router = router;
            this.begin = begin;
        }
    }

    Endings(Ending ending, NetworkView view) {
        this.ending = ending;
        this.view = view;
    }

    /** Returns the routes to announce now. */
    Map<Integer, Route> apply(Map<Integer, Route> announced, Map<Integer, Route> wanted, long now) {
        return switch (ending) {
            case AT_ONCE -> wanted;
            case LOWERED_FIRST -> lower(announced, wanted, now);
            case LAST_ONE_LATER -> keepLast(announced, wanted, now);
        };
    }

    /** Returns the times after {@code now} at which routes change without a report. */
    List<Long> deadlines(long now) {
        List<Long> times = new ArrayList<>(lowered.values());
        if (last != null) {
            times.add(last.begin + UNSEEN);
            times.add(last.begin + LONGEST);
        }
        times.removeIf(time -> time <= now);
        return times;
    }

    private Map<Integer, Route> lower(Map<Integer, Route> announced, Map<Integer, Route> wanted, long now) {
        Map<Integer, Route> routes = new TreeMap<>(wanted);
        lowered.keySet().removeIf(router -> wanted.containsKey(router) || !announced.containsKey(router));
        announced.forEach((router, route) -> {
            if (!wanted.containsKey(router)
                    && canStay(router, route)
                    && now < lowered.computeIfAbsent(router, ignored -> now + UNSEEN)) {
                routes.put(router, route.withLocalPref(0));
            }
        });
        lowered.keySet().retainAll(routes.keySet());
        return routes;
    }

    private Map<Integer, Route> keepLast(Map<Integer, Route> announced, Map<Integer, Route> wanted, long now) {
        if (last == null) {
            last = choose(announced, wanted, now);
        }
        announced.forEach((router, route) -> {
            if (isWorse(wanted.get(router), route)) {
                ended.put(router, now);
            }
        });
        if (last == null) {
            return wanted;
        }
        Route kept = announced.get(last.router);
        if (kept == null
                || !isWorse(wanted.get(last.router), kept)
                || !canStay(last.router, kept)
                || isOver(last, wanted, now)) {
            last = null;
            return wanted;
        }
        Map<Integer, Route> routes = new TreeMap<>(wanted);
        routes.put(last.router, kept);
        return routes;
    }

    private @Nullable Last choose(Map<Integer, Route> announced, Map<Integer, Route> wanted, long now) {
        if (!announced.entrySet().stream()
                .allMatch(entry -> isWorse(wanted.get(entry.getKey()), entry.getValue()))) {
            return null;
        }
        return announced.entrySet().stream()
                .filter(entry -> canStay(entry.getKey(), entry.getValue()))
                .filter(entry -> announced.size() > 1
                        || showsOld(entry.getKey(), wanted)
                        || ended.entrySet().stream()
                                .anyMatch(end -> !end.getKey().equals(entry.getKey()) && now < end.getValue() + UNSEEN))
                .findFirst()
                .map(entry -> new Last(entry.getKey(), now))
                .orElse(null);
    }

    private static boolean isWorse(@Nullable Route wanted, Route announced) {
        return wanted == null || wanted.localPref() < announced.localPref();
    }

    /** Returns true if the router still has the path, and Pathproof accepts it. */
    private boolean canStay(int router, Route route) {
        return view.paths(router).stream()
                .anyMatch(path -> path.kind() == PeerKind.EXTERNAL
                        && !path.refused()
                        && path.route().source().equals(route.source()));
    }

    private boolean isOver(Last kept, Map<Integer, Route> wanted, long now) {
        boolean shown = showsOld(kept.router, wanted);
        kept.seen |= shown;
        return now >= kept.begin + LONGEST || !shown && (kept.seen || now >= kept.begin + UNSEEN);
    }

    /** Returns true if the router shows an override of another router that is not wanted. */
    private boolean showsOld(int router, Map<Integer, Route> wanted) {
        return view.paths(router).stream()
                .map(SeenPath::route)
                .anyMatch(route -> route.isOverride()
                        && wanted.values().stream()
                                .noneMatch(other -> other.source().equals(route.source())
                                        && other.localPref() == route.localPref()));
    }
}
