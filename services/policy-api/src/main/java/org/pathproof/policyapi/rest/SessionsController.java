// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.store.Peering;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.policyapi.store.SessionSelector;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The sessions that routers told of, and the routers. */
@RestController
public final class SessionsController {
    private final RouteTable table;

    public SessionsController(RouteTable table) {
        this.table = table;
    }

    /** The sessions, by router, peer and view. */
    public record Sessions(List<SessionJson> sessions) {}

    /** The routers, by address. */
    public record Routers(List<RouterJson> routers) {}

    @GetMapping(path = "/api/v1/sessions", produces = MediaType.APPLICATION_JSON_VALUE)
    public Sessions sessions(HttpServletRequest request) {
        Parameters parameters = new Parameters(request).allow("router", "peer", "state");
        SessionSelector router = parameters.parsed("router", SessionSelector::parse);
        SessionSelector peer = parameters.parsed("peer", SessionSelector::parse);
        String state = parameters.text("state");
        return new Sessions(all(router, peer).stream()
                .filter(session -> state == null || state.equalsIgnoreCase(session.state()))
                .toList());
    }

    @GetMapping(path = "/api/v1/routers", produces = MediaType.APPLICATION_JSON_VALUE)
    public Routers routers() {
        Map<String, List<SessionJson>> byRouter = new LinkedHashMap<>();
        for (SessionJson session : all(null, null)) {
            byRouter.computeIfAbsent(String.valueOf(session.routerHash()), hash -> new ArrayList<>())
                    .add(session);
        }
        return new Routers(byRouter.values().stream()
                .map(sessions -> RouterJson.of(sessions, states(sessions)))
                .toList());
    }

    private static Map<String, Long> states(List<SessionJson> sessions) {
        Map<String, Long> sum = new LinkedHashMap<>();
        sessions.forEach(session -> session.states().forEach((state, count) -> sum.merge(state, count, Long::sum)));
        return sum;
    }

    private List<SessionJson> all(@Nullable SessionSelector router, @Nullable SessionSelector peer) {
        return table.peerings().stream()
                .filter(peering -> peering.session()
                        .filter(s -> (router == null || router.isRouterOf(s)) && (peer == null || peer.isPeerOf(s)))
                        .isPresent())
                .sorted(Comparator.comparing((Peering peering) -> order(peering))
                        .thenComparing(p -> p.id().octets()))
                .map(SessionJson::of)
                .filter(Objects::nonNull)
                .toList();
    }

    private static String order(Peering peering) {
        return peering.session()
                .map(s -> s.getRouterName() + ' ' + s.getRouterIp() + ' ' + s.getPeerIp() + ' ' + s.getViewValue())
                .orElse("");
    }
}
