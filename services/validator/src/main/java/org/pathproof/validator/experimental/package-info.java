// SPDX-License-Identifier: Apache-2.0
/**
 * Results of the experimental path attribute (ADR 58), if {@code pathproof.schemes.experimental} is on. The result is a
 * field of the verdict of its own. The state of the path, all feeds to routers and all policies are independent of it.
 *
 * <p>A task passes an announcement with the attribute to {@link
 * org.pathproof.validator.experimental.ExperimentalRoutes} before it compares the announcement with its row. The
 * announcement then has the result in place of the attribute. So rows do not keep the attribute, and a result changes
 * only when the router announces the route again. Routes without the attribute do not reach this package.
 *
 * <p>The decision is code outside of the product: an implementation of {@link
 * org.pathproof.routes.experimental.ExperimentalAttribute}, which the operator provides. An error in it leads to a
 * result that says so, and never removes a route.
 */
@NullMarked
package org.pathproof.validator.experimental;

import org.jspecify.annotations.NullMarked;
