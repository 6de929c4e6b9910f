// SPDX-License-Identifier: Apache-2.0
/**
 * Key-sync: brings the RPKI data of caches into Redis, where all other services read it.
 *
 * Sources are RTR caches in order of preference and, after them, a file of a validator. As RFC 8210 section 10 has it, all are followed,
 * and the data is that of the most preferred one that works; their sets are not mixed. A source that fails is left for the next one
 * only after a while, and when all fail the last set stays in force: past its Expire Interval too, but then it is said to have expired.
 * SLURM exceptions are applied to whatever is chosen. Of several instances one holds the lease and writes; the others stand by with the
 * data at hand.
 */
@NullMarked
package org.pathproof.keysync;

import org.jspecify.annotations.NullMarked;
