// SPDX-License-Identifier: Apache-2.0
/**
 * Compares strategies in networks. {@link org.pathproof.network.check.RandomNetworks} makes networks and events, {@link
 * org.pathproof.network.check.Check} compares a run with overrides to runs without them by each {@link
 * org.pathproof.network.check.Property}, and {@link org.pathproof.network.check.Shrinker} makes counterexamples small.
 * {@link org.pathproof.network.check.NetworkText} is the form in which they are kept. {@link
 * org.pathproof.network.check.StrategyTable} is the program that prints the table of the decision
 * (docs/adr/0078-overrides-at-the-best-borders.md).
 */
@NullMarked
package org.pathproof.network.check;

import org.jspecify.annotations.NullMarked;
