// SPDX-License-Identifier: Apache-2.0
/**
 * RPKI data as versioned sets.
 *
 * <p>{@link RpkiSet} is an immutable set at a {@link Serial}, and {@link RpkiChange} is the difference of two sets. An
 * {@link RpkiSource} supplies the current set and reports changes; {@link RpkiFeed} is the common part of all sources.
 * {@link RpkiSnapshot} is the set in memory, {@link RpkiSetBuilder} creates one, and {@link VersionedRpkiSet} keeps
 * recent changes.
 *
 * <p>Data comes from RTR sessions ({@code rtr}) and from files of validators ({@code json}). Local exceptions ({@code
 * slurm}) change the data. Services share one copy in Redis ({@code redis}), and RTR servers ({@code rtr}) pass the
 * data to routers.
 */
@NullMarked
package org.pathproof.rpki;

import org.jspecify.annotations.NullMarked;
