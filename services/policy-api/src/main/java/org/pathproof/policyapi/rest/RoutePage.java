// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.policyapi.store.Route;

/** Some of the routes that were asked for, read from the store while they are written: first the routes, then the cursor behind them. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"routes", "cursor"})
public final class RoutePage {
    private final Iterator<Route> found;
    private final int limit;
    private int read;
    private @Nullable RouteKey last;

    /**
     * @param found walked once
     * @param limit routes on the page at most
     */
    RoutePage(Iterator<Route> found, int limit) {
        this.found = found;
        this.limit = limit;
    }

    /** The routes, in the order of their prefixes. To be read once. */
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

    /** To be given back for the next page; null on the last. Known behind the routes. */
    @JsonProperty("cursor")
    public @Nullable String cursor() {
        RouteKey end = last;
        return end != null && found.hasNext() ? RouteIds.format(end) : null;
    }
}
