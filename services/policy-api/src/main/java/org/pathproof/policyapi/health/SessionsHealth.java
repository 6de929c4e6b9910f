// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.health;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.pathproof.contracts.v1.State;
import org.pathproof.routes.SessionWarning;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Plural;

/**
 * Health of the sessions: up if the routes of all sessions equal those of the routers. Routes may differ while a router
 * sends its table, until all routes of that table are validated, and while a router is disconnected, because its routes
 * are kept. They also differ while a session has a warning about a fault or an ambiguous Peer Down. A session that is
 * down has no routes, which is correct.
 */
record SessionsHealth(boolean ok, String message) {
    private static final int MAX_NAMED = 5;
    /** The session warning about a Peer Down that may be about the neighbor of the session. */
    private static final String PEER_DOWN_AMBIGUOUS = "peer-down-ambiguous";

    private static final String AMBIGUITY =
            ": the neighbor may be down, and its routes are kept until a message of the router names it";

    /** @param passed true if all route events from before a value of {@link System#nanoTime} are validated and read */
    static SessionsHealth of(RouteTable table, LongPredicate passed) {
        Map<State, Integer> counts = new EnumMap<>(State.class);
        NavigableSet<String> lostRouters = new TreeSet<>();
        Map<String, Integer> faults = new TreeMap<>();
        table.sessionViews()
                .forEach(view -> view.session().ifPresent(session -> {
                    counts.merge(session.getState(), 1, Integer::sum);
                    if (session.getState() == State.LOST) {
                        lostRouters.add(
                                session.getRouterName().isEmpty() ? session.getRouterIp() : session.getRouterName());
                    }
                    if (session.getState() != State.DOWN) {
                        SessionWarning.of(session.getTableWarning())
                                .filter(SessionWarning::isFault)
                                .ifPresent(warning -> faults.merge(
                                        "the table warning " + warning.label() + ": " + warning.text(),
                                        1,
                                        Integer::sum));
                        if (session.getSessionWarning().equals(PEER_DOWN_AMBIGUOUS)) {
                            faults.merge("the warning " + PEER_DOWN_AMBIGUOUS + AMBIGUITY, 1, Integer::sum);
                        }
                    }
                }));
        // After the states, so that no table that is complete by now is missed.
        boolean allValidated = passed.test(table.lastSynced());
        int syncing = counts.getOrDefault(State.SYNCING, 0);
        int lost = counts.getOrDefault(State.LOST, 0);
        List<String> words = new ArrayList<>();
        if (syncing > 0) {
            words.add((syncing == 1 ? "1 session is" : syncing + " sessions are")
                    + " re-synchronising: the table is still being sent");
        }
        if (lost > 0) {
            words.add(Plural.of(lost, "session is", "sessions are") + " lost: "
                    + Plural.of(lostRouters.size(), "router is", "routers are") + " disconnected (" + names(lostRouters)
                    + "), and the routes are kept until pathproof.collector.hold-time has passed");
        }
        faults.forEach((fault, sessions) ->
                words.add((sessions == 1 ? "1 session has " : sessions + " sessions have ") + fault));
        if (!allValidated) {
            words.add("a router has sent its table again, and not all of its routes are validated yet");
        }
        if (words.isEmpty()) {
            words.add(counts.getOrDefault(State.UP, 0) + " sessions are up, " + counts.getOrDefault(State.DOWN, 0)
                    + " are down");
        }
        return new SessionsHealth(syncing + lost == 0 && faults.isEmpty() && allValidated, String.join("; ", words));
    }

    private static String names(NavigableSet<String> routers) {
        String first = routers.stream().limit(MAX_NAMED).collect(Collectors.joining(", "));
        return routers.size() > MAX_NAMED ? first + " and " + (routers.size() - MAX_NAMED) + " more" : first;
    }
}
