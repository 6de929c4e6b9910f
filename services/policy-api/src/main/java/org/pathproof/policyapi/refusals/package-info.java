// SPDX-License-Identifier: Apache-2.0
/**
 * The memory of prefix sets: refused routes that were exported. A router that rejects a route because of an exported
 * set may report the route as withdrawn, or later without its signatures. Without a memory, the set would lose the
 * prefix, and the router would use the refused path again.
 *
 * <p>{@link org.pathproof.policyapi.refusals.RefusalMemory} writes each route that an export lists to the compacted
 * topic {@code pathproof.refusals}, from which every replica reads {@link
 * org.pathproof.policyapi.refusals.RefusedRoutes}. One thread compares them with the table of verdicts, and removes a
 * route when its reason ends ({@link org.pathproof.policyapi.refusals.RefusalEnd}). {@link
 * org.pathproof.policyapi.refusals.RefusalRules} owns the rules.
 */
@NullMarked
package org.pathproof.policyapi.refusals;

import org.jspecify.annotations.NullMarked;
