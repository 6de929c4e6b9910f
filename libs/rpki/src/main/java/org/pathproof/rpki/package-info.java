// SPDX-License-Identifier: Apache-2.0
/**
 * RPKI data as versioned sets.
 *
 * <p>{@link RpkiSet} is an immutable set at a {@link Serial}, and {@link RpkiChange} is the difference of two sets. An
 * {@link RpkiSource} supplies the current set and reports changes; {@link RpkiFeed} is the part that all sources share.
 * {@link RpkiSnapshot} is the set in memory, {@link RpkiSetBuilder} creates one, and {@link VersionedRpkiSet} keeps
 * recent changes.
 *
 * <p>Data enters through RTR sessions ({@code rtr}) and the files of validators ({@code json}). Local exceptions
 * ({@code slurm}) change it. Services share one copy in Redis ({@code redis}), and RTR servers ({@code rtr}) pass it to
 * routers.
 */
@NullMarked
package org.pathproof.rpki;

import org.jspecify.annotations.NullMarked;
