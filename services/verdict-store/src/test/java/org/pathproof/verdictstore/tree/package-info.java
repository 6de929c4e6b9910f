// SPDX-License-Identifier: Apache-2.0
/**
 * The table of release 0.1: one object for each route, in persistent trees. It is the oracle of the differential test,
 * and the peer of the benchmark.
 */
@NullMarked
package org.pathproof.verdictstore.tree;

import org.jspecify.annotations.NullMarked;
