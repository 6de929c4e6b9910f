// SPDX-License-Identifier: Apache-2.0
/**
 * Ways to make overrides: {@link org.pathproof.network.strategy.Strategies} has all that are compared. {@link
 * org.pathproof.network.strategy.PerRouter} decides about each router by its own paths, {@link
 * org.pathproof.network.strategy.CopiesOfNetworkBest} and {@link org.pathproof.network.strategy.BestBorders} by the
 * paths of the whole network. A strategy uses only what Pathproof can see, or what operators state.
 */
@NullMarked
package org.pathproof.network.strategy;

import org.jspecify.annotations.NullMarked;
