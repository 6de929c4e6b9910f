// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;

/**
 * A change of a route by a record of pathproof.verdicts.
 *
 * @param before the previous route; null if there was none or if it is unknown
 * @param after the new route; null if it is withdrawn
 */
public record RouteChange(
        RouteKey key,
        SessionView sessionView,
        @Nullable Route before,
        @Nullable Route after) {}
