// SPDX-License-Identifier: Apache-2.0
/**
 * The filters by which users select routes, with their names and values.
 *
 * <p>{@link org.pathproof.updates.filter.RouteFilter} is the only list of filters and of states for users. The command
 * line builds its options from it, and a test of policy-api compares the parameters of REST and the fields of the
 * dashboard with it.
 */
@NullMarked
package org.pathproof.updates.filter;

import org.jspecify.annotations.NullMarked;
