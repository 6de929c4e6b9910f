// SPDX-License-Identifier: Apache-2.0
/**
 * Attacks on paths, each with its expected verdict.
 *
 * <p>{@link Attacks} lists all of them, from forged signatures to malformed attributes and route leaks. An {@link
 * Attack} has a name, the UPDATE and the {@link Expectation}.
 */
@NullMarked
package org.pathproof.lab.attacks;

import org.jspecify.annotations.NullMarked;
