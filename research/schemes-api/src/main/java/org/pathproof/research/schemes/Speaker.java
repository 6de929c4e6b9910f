// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.time.Instant;
import java.util.List;
import org.pathproof.wire.Prefix;

/** A BGP speaker that holds its private keys. Not thread-safe. */
public interface Speaker {
    SpeakerIdentity identity();

    /** Returns the part of the keys that a PKI publishes. The part may change after each signature. */
    PublishedKeys published();

    /**
     * Announces a prefix to neighbors.
     *
     * @param expires end of the validity; schemes without expiry ignore it
     * @param targets ASes of the receivers; a scheme with neighbor vectors signs once for all of them
     * @return one route for each target, in the same order
     * @throws IllegalArgumentException if the scheme has neighbor vectors and a target is not a neighbor
     */
    List<SecuredRoute> originate(Prefix prefix, Instant expires, List<Long> targets);

    /**
     * Extends a received route. The caller has verified the route. Private values for this speaker are used and do not
     * occur in the results.
     *
     * @return one route for each target, in the same order
     * @throws IllegalArgumentException if the scheme has neighbor vectors and a target is not a neighbor, or if the
     *     route lacks private values that this speaker needs
     */
    List<SecuredRoute> propagate(SecuredRoute received, List<Long> targets);
}
