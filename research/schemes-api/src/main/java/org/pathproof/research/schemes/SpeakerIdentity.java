// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.time.Instant;
import java.util.List;
import org.pathproof.wire.Prefix;

/**
 * The facts about a speaker that its certificates attest.
 *
 * @param neighbors ASes of its neighbors in the order of the neighbor vector
 * @param prefixes prefixes that the AS may originate
 * @param notAfter end of the validity of the certificates
 */
public record SpeakerIdentity(long asn, List<Long> neighbors, List<Prefix> prefixes, Instant notAfter) {
    public SpeakerIdentity {
        neighbors = List.copyOf(neighbors);
        prefixes = List.copyOf(prefixes);
    }
}
