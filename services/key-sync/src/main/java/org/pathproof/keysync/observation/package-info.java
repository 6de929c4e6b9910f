// SPDX-License-Identifier: Apache-2.0
/**
 * Follows each source over time, and holds back data that may do harm.
 *
 * <p>{@code FollowedSource} reads a source and keeps what is known about it. {@code ObjectRefusals} removes malformed
 * router keys and ASPAs. {@code LossHold} delays a set with a large loss. {@code SourceChurn} counts the
 * objects that the source added and removed, and {@code SourceHistory} has the times of these changes.
 *
 * <p>Data comes in from {@code Source.read()}, and goes out as {@code FollowedSource.Observed} to the package {@code
 * selection} and to the metrics.
 */
@NullMarked
package org.pathproof.keysync.observation;

import org.jspecify.annotations.NullMarked;
