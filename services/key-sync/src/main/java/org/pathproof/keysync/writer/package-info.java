// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the RPKI set to Redis, where validators and policy-api replicas read it.
 *
 * <p>{@code KeySyncService} is the loop: it reads the sources, applies SLURM, holds the lease, and writes the set if it
 * changed. Of several instances, the one with the lease writes. The others read the sources too, and one of them takes
 * over when the lease expires. {@code KeySyncState} is the state after a step, for health and metrics. {@code
 * SourcesReporter} describes the sources and their differences; the report goes to Redis for the policy API.
 */
@NullMarked
package org.pathproof.keysync.writer;

import org.jspecify.annotations.NullMarked;
