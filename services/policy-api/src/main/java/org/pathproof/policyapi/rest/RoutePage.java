// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the routes that were asked for.
 *
 * @param routes in the order of their prefixes
 * @param cursor to be given back for the next page; absent on the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RoutePage(List<RouteJson> routes, @Nullable String cursor) {}
