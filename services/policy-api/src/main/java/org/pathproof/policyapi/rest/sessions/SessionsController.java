// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.sessions;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.policyapi.rest.KnownSessions;
import org.pathproof.policyapi.rest.ParameterDescriptions;
import org.pathproof.verdictstore.input.CollectorMonitor;
import org.pathproof.verdictstore.input.ConnectedRouter;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.verdictstore.store.SessionView;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the sessions and the routers. */
@RestController
public final class SessionsController {
    private final RouteTable table;
    private final CollectorMonitor collectors;
    private final KnownSessions known;

    public SessionsController(RouteTable table, CollectorMonitor collectors, KnownSessions known) {
        this.table = table;
        this.collectors = collectors;
        this.known = known;
    }

    /** The sessions, ordered by router, peer and view. */
    public record Sessions(
            @ArraySchema(schema = @Schema(implementation = SessionJson.class))
            Iterable<SessionJson> sessions) {}

    /** The routers. Connected routers without peers are last. */
    public record Routers(List<RouterJson> routers) {}

    @GetMapping(path = "/api/v1/sessions", produces = MediaType.APPLICATION_JSON_VALUE)
    public Sessions sessions(
            @RequestParam(required = false)
                    @Parameter(description = ParameterDescriptions.ROUTER, example = "10.0.0.1")
                    @Nullable
                    SessionSelector router,
            @RequestParam(required = false)
                    @Parameter(description = ParameterDescriptions.PEER, example = "AS64496")
                    @Nullable
                    SessionSelector peer,
            @RequestParam(required = false) @Parameter(description = "A state of sessions") @Nullable State state) {
        known.require(router, peer);
        List<SessionView> all = all(session -> (router == null || router.isRouterOf(session))
                && (peer == null || peer.isPeerOf(session))
                && (state == null || state == session.getState()));
        return new Sessions(() -> json(all));
    }

    /** Runs one request at a time, because each request holds all sessions in memory. */
    @GetMapping(path = "/api/v1/routers", produces = MediaType.APPLICATION_JSON_VALUE)
    public synchronized Routers routers() {
        Set<String> relayed = table.sessionViews().stream()
                .flatMap(sessionView -> sessionView.session().stream())
                .filter(Session::getRelayed)
                .map(session -> String.valueOf(JsonText.hex(session.getRouterHash())))
                .collect(Collectors.toSet());
        Map<String, List<SessionJson>> byRouter = new LinkedHashMap<>();
        json(all(session -> true))
                .forEachRemaining(session -> byRouter.computeIfAbsent(
                                String.valueOf(session.routerHash()), hash -> new ArrayList<>())
                        .add(session));
        Map<String, ConnectedRouter> connected = new LinkedHashMap<>();
        collectors.routers().forEach(router -> connected.put(router.hash().toHex(), router));
        boolean collectorHeard = !collectors.collectors().isEmpty();
        List<RouterJson> routers = new ArrayList<>();
        byRouter.forEach((hash, sessions) -> {
            boolean isConnected = connected.remove(hash) != null;
            boolean seen = collectorHeard && !relayed.contains(hash);
            routers.add(RouterJson.of(sessions, states(sessions), isConnected || seen ? (Boolean) isConnected : null));
        });
        connected.values().stream().map(RouterJson::of).forEach(routers::add);
        return new Routers(routers);
    }

    private static Map<String, Long> states(List<SessionJson> sessions) {
        Map<String, Long> sum = new LinkedHashMap<>();
        sessions.forEach(session -> session.states().forEach((state, count) -> sum.merge(state, count, Long::sum)));
        return sum;
    }

    private List<SessionView> all(Predicate<Session> wanted) {
        return table.sessionViews().stream()
                .filter(sessionView -> sessionView.session().filter(wanted).isPresent())
                .sorted(Comparator.comparing((SessionView sessionView) -> order(sessionView))
                        .thenComparing(p -> p.id().bytes()))
                .toList();
    }

    /** Converts sessions one by one. Leaves out a session whose record was deleted meanwhile. */
    private static Iterator<SessionJson> json(List<SessionView> all) {
        return all.stream().map(SessionJson::of).filter(Objects::nonNull).iterator();
    }

    private static String order(SessionView sessionView) {
        return sessionView
                .session()
                .map(s -> s.getRouterName()
                        + ' '
                        + s.getRouterIp()
                        + ' '
                        + s.getRouterInstance()
                        + ' '
                        + s.getPeerIp()
                        + ' '
                        + s.getPeerName()
                        + ' '
                        + s.getViewValue())
                .orElse("");
    }
}
