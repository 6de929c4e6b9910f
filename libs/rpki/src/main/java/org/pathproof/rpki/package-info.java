// SPDX-License-Identifier: Apache-2.0
/**
 * The RPKI data of a network as versioned sets.
 *
 * {@link RpkiSet} is an immutable set at a {@link Serial}; {@link RpkiChange} leads from one to the next; an {@link RpkiSource} gives
 * the current one and tells of changes. RTR sessions are in {@code rtr}, local exceptions in {@code slurm}, the file formats of
 * validators in {@code json}, and the copy that all services share in {@code redis}.
 */
@NullMarked
package org.pathproof.rpki;

import org.jspecify.annotations.NullMarked;
