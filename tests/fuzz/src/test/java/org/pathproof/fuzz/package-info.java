// SPDX-License-Identifier: Apache-2.0
/**
 * Fuzz tests of the decoders of BGP, BMP, OpenBMP, route events and descriptions of routers, of the collector, of the
 * BGP speaker, of the SRx server, and of both sides of RTR and of SSH. The tests expect no exception, no hang and no
 * unbounded memory. A BGP or BMP message without errors encodes and decodes to itself.
 *
 * <p>By default each test runs its seeds, in the folder of its name in {@code resources}. With {@code JAZZER_FUZZ=1}
 * Jazzer searches for new inputs; {@code ./pathproof test decoders} does this for each test in turn.
 */
@NullMarked
package org.pathproof.fuzz;

import org.jspecify.annotations.NullMarked;
