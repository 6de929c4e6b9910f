// SPDX-License-Identifier: Apache-2.0
/** The tables of the daemons: which path a router selects, what its kernel has, and since when. */
@NullMarked
package org.pathproof.benchmark.feeds.table;

import org.jspecify.annotations.NullMarked;
