// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

/**
 * The result of comparing two paths.
 *
 * @param firstWins true if the first path is better
 * @param step the step that decided
 */
public record Comparison(boolean firstWins, DecisionStep step) {}
