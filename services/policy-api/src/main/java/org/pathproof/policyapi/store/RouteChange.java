// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;

/**
 * What a record of pathproof.verdicts changed.
 *
 * @param before the route as it was; null when there was none, or when that is not known
 * @param after the route as it is; null when it is withdrawn
 */
public record RouteChange(
        RouteKey key,
        SessionView sessionView,
        @Nullable Route before,
        @Nullable Route after) {}
