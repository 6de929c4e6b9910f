// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Min;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.KnownSessions;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.rest.ParameterDescriptions;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Serves routes with their verdicts: as pages, as a stream, by id, and with an explanation hop by hop. */
@RestController
public final class RoutesController {
    private static final Duration MAX_SNAPSHOT_AGE = Duration.ofSeconds(10);

    private final RouteTable table;
    private final Explainer explainer;
    private final Readiness readiness;
    private final KnownSessions known;
    private final PolicyApiSettings settings;
    private final JsonMapper json;

    public RoutesController(
            RouteTable table,
            Explainer explainer,
            Readiness readiness,
            KnownSessions known,
            PolicyApiSettings settings,
            JsonMapper json) {
        this.table = table;
        this.explainer = explainer;
        this.readiness = readiness;
        this.known = known;
        this.settings = settings;
        this.json = json;
    }

    @GetMapping(path = "/api/v1/routes", produces = MediaType.APPLICATION_JSON_VALUE)
    public RoutePage routes(
            @ModelAttribute @ParameterObject RouteFilters filters,
            @RequestParam(required = false)
                    @Parameter(description = ParameterDescriptions.LIMIT)
                    @Min(value = 1, message = ParameterDescriptions.TOO_SMALL)
                    @Nullable
                    Integer limit,
            @RequestParam(required = false) @Parameter(description = ParameterDescriptions.CURSOR) @Nullable
                    RouteKey cursor) {
        RouteQuery query = filters.query(known);
        if (limit != null && limit > settings.maxPageLimit()) {
            throw BadRequestException.of("limit", limit.toString(), "is more than " + settings.maxPageLimit());
        }
        readiness.requireStore();
        int size = limit == null ? Math.min(settings.pageLimit(), settings.maxPageLimit()) : limit;
        return new RoutePage(table.find(query, cursor), size);
    }

    /** Streams the matching routes, one JSON object per line. The store is read as fast as the client reads. */
    @GetMapping(path = "/api/v1/routes", produces = MediaType.APPLICATION_NDJSON_VALUE)
    public void stream(
            @ModelAttribute @ParameterObject RouteFilters filters,
            @RequestParam(required = false)
                    @Parameter(description = ParameterDescriptions.LIMIT)
                    @Min(value = 1, message = ParameterDescriptions.TOO_SMALL)
                    @Nullable
                    Integer limit,
            @RequestParam(required = false) @Parameter(description = ParameterDescriptions.CURSOR) @Nullable
                    RouteKey cursor,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        RouteQuery query = filters.query(known);
        readiness.requireStore();
        response.setContentType(MediaType.APPLICATION_NDJSON_VALUE);
        response.setHeader("Cache-Control", "no-store");
        if (!request.getMethod().equals("HEAD")) {
            stream(query, limit == null ? Integer.MAX_VALUE : limit, cursor, response);
        }
    }

    /**
     * Streams routes. An iterator keeps its version of the table in memory. The stream therefore continues with a new
     * iterator after {@link #MAX_SNAPSHOT_AGE}.
     */
    private void stream(RouteQuery query, int limit, @Nullable RouteKey after, HttpServletResponse response)
            throws IOException {
        try (OutputStream out = new BufferedOutputStream(response.getOutputStream(), 32 * 1024)) {
            RouteKey last = after;
            int sent = 0;
            boolean more = true;
            while (more) {
                Iterator<Route> routes = table.find(query, last);
                long until = System.nanoTime() + MAX_SNAPSHOT_AGE.toNanos();
                while (sent < limit && routes.hasNext() && System.nanoTime() - until < 0) {
                    Route route = routes.next();
                    out.write(json.writeValueAsBytes(RouteJson.of(route)));
                    out.write('\n');
                    last = route.key();
                    sent++;
                }
                more = sent < limit && routes.hasNext();
            }
        }
    }

    @GetMapping(path = "/api/v1/routes/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    public RouteJson route(@PathVariable @Parameter(description = "The id of a route") RouteKey id) {
        return RouteJson.of(find(id));
    }

    @GetMapping(path = "/api/v1/routes/{id}/explain", produces = MediaType.APPLICATION_JSON_VALUE)
    public ExplanationJson explain(@PathVariable @Parameter(description = "The id of a route") RouteKey id) {
        return explainer.explain(find(id));
    }

    private Route find(RouteKey key) {
        readiness.requireStore();
        return table.get(key)
                .orElseThrow(() -> new NotFoundException("there is no route " + RouteIds.format(key) + " now"));
    }
}
