// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import io.swagger.v3.oas.annotations.Parameter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Prefix;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the prefixes that cover an address or a prefix and have routes, least specific first. */
@RestController
public final class PrefixesController {
    private final RouteTable table;
    private final Readiness readiness;

    public PrefixesController(RouteTable table, Readiness readiness) {
        this.table = table;
        this.readiness = readiness;
    }

    /**
     * The covering prefixes.
     *
     * @param covering the requested prefix; an address is a prefix of full length
     * @param prefixes least specific first, at most one for each length
     */
    public record CoveringPrefixes(String covering, List<CoveringPrefix> prefixes) {}

    /**
     * A prefix with routes.
     *
     * @param routes number of live routes
     * @param states number of these routes by state
     */
    public record CoveringPrefix(String prefix, long routes, Map<String, Long> states) {}

    @GetMapping(path = "/api/v1/prefixes", produces = MediaType.APPLICATION_JSON_VALUE)
    public CoveringPrefixes prefixes(
            @RequestParam @Parameter(description = "An address, such as 192.0.2.7, or a prefix", example = "192.0.2.7")
                    Prefix covering) {
        readiness.requireStore();
        List<CoveringPrefix> chain = new ArrayList<>();
        Iterator<Route> routes =
                table.find(RouteQuery.builder().prefix(covering, Match.COVERING).build(), null);
        Prefix current = null;
        Map<PathState, Long> states = new EnumMap<>(PathState.class);
        while (routes.hasNext()) {
            Route route = routes.next();
            if (!route.prefix().equals(current)) {
                add(chain, current, states);
                current = route.prefix();
                states.clear();
            }
            states.merge(route.state(), 1L, Long::sum);
        }
        add(chain, current, states);
        return new CoveringPrefixes(covering.toString(), chain);
    }

    private static void add(List<CoveringPrefix> chain, @Nullable Prefix prefix, Map<PathState, Long> states) {
        if (prefix != null) {
            Map<String, Long> named = new LinkedHashMap<>();
            states.forEach((state, count) -> named.put(state.name(), count));
            long routes = states.values().stream().mapToLong(Long::longValue).sum();
            chain.add(new CoveringPrefix(prefix.toString(), routes, named));
        }
    }
}
