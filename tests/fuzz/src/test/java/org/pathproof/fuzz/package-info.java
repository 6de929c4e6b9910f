// SPDX-License-Identifier: Apache-2.0
/**
 * Octets that nobody meant to send, to everything that decodes: no exception, no hang, no memory without bound, and what was decoded
 * says the same when it is encoded and decoded again.
 *
 * <p>Without more, each test runs through the inputs that are kept in the folder of its name under {@code resources}. With {@code
 * JAZZER_FUZZ=1} Jazzer looks for new ones; {@code ./pathproof test fuzz} does so for each test in turn.
 */
@NullMarked
package org.pathproof.fuzz;

import org.jspecify.annotations.NullMarked;
