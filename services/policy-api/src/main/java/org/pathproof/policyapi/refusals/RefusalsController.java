// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import io.swagger.v3.oas.annotations.Parameter;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.rest.ParameterDescriptions;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.rest.routes.RouteIds;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.verdictstore.store.SessionView;
import org.pathproof.wire.Prefix;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the refused routes that exports remember, and lets an operator remove them. */
@RestController
public final class RefusalsController {
    /** Maximum number of routes in a response. */
    private static final int MAX_ROUTES = 1_000;

    private final RefusalMemory memory;
    private final RouteTable table;
    private final Readiness readiness;
    private final Clock clock;

    public RefusalsController(RefusalMemory memory, RouteTable table, Readiness readiness, Clock clock) {
        this.memory = memory;
        this.table = table;
        this.readiness = readiness;
        this.clock = clock;
    }

    /** Returns the routes of a router, a neighbor or a prefix; all routes without these parameters. */
    @GetMapping(path = "/api/v1/refusals", produces = MediaType.APPLICATION_JSON_VALUE)
    public RefusalsJson refusals(
            @RequestParam(required = false) @Parameter(description = ParameterDescriptions.ROUTER) @Nullable
                    SessionSelector router,
            @RequestParam(required = false)
                    @Parameter(description = "A neighbor, by hash, address or AS number")
                    @Nullable
                    SessionSelector neighbor,
            @RequestParam(required = false)
                    @Parameter(description = "A prefix, and the prefixes that it covers")
                    @Nullable
                    Prefix prefix) {
        readiness.requireStore();
        memory.requireReady();
        Map<SessionId, Session> sessions = sessions();
        List<RefusedRoute> found = memory.all().stream()
                .filter(route -> prefix == null || prefix.covers(route.key().prefix()))
                .filter(route -> {
                    Session session = session(route, sessions);
                    return (router == null || router.isRouterOf(session))
                            && (neighbor == null || neighbor.isPeerOf(session));
                })
                .sorted(Comparator.comparing((RefusedRoute route) -> route.key().prefix())
                        .thenComparing(route -> RouteIds.format(route.key())))
                .toList();
        Instant now = clock.instant();
        return new RefusalsJson(
                found.size(),
                memory.maxRoutes(),
                found.stream()
                        .limit(MAX_ROUTES)
                        .map(route ->
                                RefusalJson.of(route, session(route, sessions), present(route), memory.duration(), now))
                        .toList());
    }

    /**
     * Forgets a route, and returns it. The next export does not list its prefix, unless the table has a refused route.
     */
    @DeleteMapping(path = "/api/v1/refusals/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    public RefusalJson forget(@PathVariable @Parameter(description = "The id of a route") RouteKey id) {
        readiness.requireStore();
        memory.requireReady();
        RefusedRoute route = memory.forget(id)
                .orElseThrow(() -> new NotFoundException("exports do not remember the route " + RouteIds.format(id)));
        return RefusalJson.of(route, session(route, sessions()), present(route), memory.duration(), clock.instant());
    }

    private Map<SessionId, Session> sessions() {
        Map<SessionId, Session> sessions = new HashMap<>();
        for (SessionView view : table.sessionViews()) {
            view.session().ifPresent(session -> sessions.put(view.id(), session));
        }
        return sessions;
    }

    private static Session session(RefusedRoute route, Map<SessionId, Session> sessions) {
        return sessions.getOrDefault(route.key().session(), Session.getDefaultInstance());
    }

    private String present(RefusedRoute route) {
        if (route.left().isEmpty()) {
            return "refused";
        }
        Iterator<Route> routes = table.find(
                RouteQuery.builder().prefix(route.key().prefix(), Match.EXACT).build(), null);
        while (routes.hasNext()) {
            Route one = routes.next();
            if (one.session().equals(route.key().session()) && RefusalRules.isShadow(one, route.verdict())) {
                return "unsigned";
            }
        }
        return "absent";
    }
}
