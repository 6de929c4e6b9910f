// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionView;

/** Compares refused routes with the table of verdicts and the RPKI data. Used by one thread. */
final class RefusalCheck {
    private final RouteTable table;
    private final RpkiSource rpki;
    private final SignatureVerifier verifier;
    private final Duration hold;
    private final Duration memory;
    /** Routes that were validated under {@code validated}. */
    private final Set<RouteKey> current = new HashSet<>();

    /** Times at which the session of a route was first missed. */
    private final Map<SessionId, Instant> missing = new HashMap<>();

    private @Nullable RpkiSet validated;
    /** The sessions of the table, read once for each pass; null before a pass. */
    private @Nullable Map<SessionId, Session> sessions;

    /**
     * Creates the check.
     *
     * @param hold time after which a neighbor that is down is gone
     * @param memory time for which a route is remembered after it left the table
     */
    RefusalCheck(RouteTable table, RpkiSource rpki, SignatureVerifier verifier, Duration hold, Duration memory) {
        this.table = table;
        this.rpki = rpki;
        this.verifier = verifier;
        this.hold = hold;
        this.memory = memory;
    }

    Duration memory() {
        return memory;
    }

    /**
     * The result for a route.
     *
     * @param end reason to forget the route; null to keep it
     * @param left time since which the table does not have the refused route
     */
    record Result(@Nullable RefusalEnd end, Optional<Instant> left) {}

    /**
     * Checks a route, and updates its verdict and session in {@code routes}.
     *
     * @param accepted true if the neighbor announced an accepted path since the last check
     */
    Result check(RefusedRoute route, RefusedRoutes routes, boolean accepted, Instant now) {
        RouteKey key = route.key();
        Session session = sessions().get(key.session());
        if (session == null) {
            // Session records can be written again after their loss.
            Instant since = missing.computeIfAbsent(key.session(), ignored -> now);
            return now.isBefore(since.plus(hold)) ? new Result(null, route.left()) : ended(RefusalEnd.NEIGHBOR_GONE);
        }
        missing.remove(key.session());
        routes.setSession(key.session(), session);
        if (session.getState() == State.DOWN
                && !now.isBefore(Instant.EPOCH
                        .plus(session.getChangedUs(), ChronoUnit.MICROS)
                        .plus(hold))) {
            return ended(RefusalEnd.NEIGHBOR_DOWN);
        }
        List<Route> present = present(key);
        if (present.stream().anyMatch(one -> RefusalRules.isStillRefused(one, route.verdict()))) {
            return new Result(null, Optional.empty());
        }
        if (accepted || present.stream().anyMatch(one -> RefusalRules.isAccepted(one, route.verdict()))) {
            return ended(RefusalEnd.ACCEPTED_PATH);
        }
        if (isValidNow(route, routes)) {
            return ended(RefusalEnd.RPKI_DATA);
        }
        Instant left = route.left().orElse(now);
        return now.isBefore(left.plus(memory)) ? new Result(null, Optional.of(left)) : ended(RefusalEnd.AGE);
    }

    private static Result ended(RefusalEnd end) {
        return new Result(end, Optional.empty());
    }

    private Map<SessionId, Session> sessions() {
        Map<SessionId, Session> known = sessions;
        if (known == null) {
            known = new HashMap<>();
            for (SessionView view : table.sessionViews()) {
                Session session = view.session().orElse(null);
                if (session != null) {
                    known.put(view.id(), session);
                }
            }
            sessions = known;
        }
        return known;
    }

    private List<Route> present(RouteKey key) {
        List<Route> present = new ArrayList<>();
        Iterator<Route> found = table.find(
                RouteQuery.builder().prefix(key.prefix(), Match.EXACT).build(), null);
        while (found.hasNext()) {
            Route route = found.next();
            if (route.session().equals(key.session()) && route.safi() == key.safi()) {
                present.add(route);
            }
        }
        return present;
    }

    /** Validates the path again after a change of the RPKI data. Returns true if no rule refuses the path now. */
    @SuppressWarnings("ReferenceEquality") // each change of the RPKI data makes a new set
    private boolean isValidNow(RefusedRoute route, RefusedRoutes routes) {
        RpkiSet set = rpki.current().orElse(null);
        if (set == null) {
            return false;
        }
        if (set != validated) {
            validated = set;
            current.clear();
        }
        if (!current.add(route.key())) {
            return false;
        }
        Verdict now = RefusalRules.validate(route.key(), route.verdict(), set, verifier);
        routes.setVerdict(route.key(), now);
        return RefusalRules.isValid(now);
    }

    /** Makes the next check validate a route again. */
    void forgetData(RouteKey key) {
        current.remove(key);
    }

    /** Ends a pass over all routes. */
    void finish(RefusedRoutes routes) {
        sessions = null;
        Set<SessionId> used = routes.retainSessions();
        missing.keySet().retainAll(used);
    }
}
