// SPDX-License-Identifier: Apache-2.0
/**
 * Routes by REST: pages of routes, single routes, and the explanation of a path hop by hop.
 * {@link org.pathproof.policyapi.rest.routes.RoutesController} reads the verdict store with the filters of
 * {@link org.pathproof.policyapi.rest.routes.RouteFilters}. {@link org.pathproof.policyapi.rest.routes.Explainer}
 * validates the stored path once more for an explanation.
 */
@NullMarked
package org.pathproof.policyapi.rest.routes;

import org.jspecify.annotations.NullMarked;
