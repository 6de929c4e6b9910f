// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.verdictstore.store.Route;

/**
 * A page of routes, followed by the cursor of the next page. The routes are read from the store while the page is
 * written.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"routes", "cursor"})
public final class RoutePage {
    private final Iterator<Route> found;
    private final int limit;
    private int read;
    private @Nullable RouteKey last;

    /**
     * @param found the routes; read once
     * @param limit maximum number of routes on the page
     */
    RoutePage(Iterator<Route> found, int limit) {
        this.found = found;
        this.limit = limit;
    }

    /** Returns the routes in the order of their prefixes. The routes can be read only once. */
    @JsonProperty("routes")
    @ArraySchema(schema = @Schema(implementation = RouteJson.class))
    public Iterable<RouteJson> routes() {
        return () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return read < limit && found.hasNext();
            }

            @Override
            public RouteJson next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                Route route = found.next();
                read++;
                last = route.key();
                return RouteJson.of(route);
            }
        };
    }

    /**
     * Returns the cursor for the next page; null on the last page. The cursor is correct only after all routes of the
     * page are read.
     */
    @JsonProperty("cursor")
    public @Nullable String cursor() {
        RouteKey end = last;
        return end != null && found.hasNext() ? RouteIds.format(end) : null;
    }
}
