// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.wire.Bytes;

/**
 * A broken rule of a path, or the reason why a path was not validated.
 *
 * @param rule the broken rule
 * @param hop the hop, 1 for the origin; 0 for the whole path
 * @param asn the AS of the hop; empty for the whole path
 * @param ski the SKI in the Signature Segment of the hop; empty if the finding is not about a signature
 * @param message a sentence for operators
 */
public record Finding(Rule rule, int hop, OptionalLong asn, Optional<Bytes> ski, String message) {
    /** Returns a finding on the whole path or update. */
    public static Finding ofPath(Rule rule, String message) {
        return new Finding(rule, 0, OptionalLong.empty(), Optional.empty(), message);
    }

    /** Returns a finding on one hop. */
    public static Finding ofHop(Rule rule, int hop, long asn, Optional<Bytes> ski, String message) {
        return new Finding(rule, hop, OptionalLong.of(asn), ski, message);
    }
}
