// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.Incoming;
import org.pathproof.validator.route.PathOutcome;

/** Finds the outcomes of paths whose signatures need not be verified, because a stored row has the proof. */
@FunctionalInterface
public interface KnownPaths {
    /**
     * Returns the outcome of an announced path under an RPKI set; null if it is to be verified. Called on the stream
     * thread that received the record.
     *
     * @param partition the partition of the routes topic from which the announcement was read
     */
    @Nullable
    PathOutcome find(int partition, Incoming in, RpkiSet rpki);
}
