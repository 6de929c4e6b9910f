// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.wire.Bytes;

/**
 * One thing that is wrong with a path, or that kept it from being judged.
 *
 * @param rule which rule is broken
 * @param hop the hop, 1 is the origin; 0 when the finding is about the whole path
 * @param asn the AS of the hop, where there is one
 * @param ski the SKI that the hop's signature names, where there is one
 * @param message a sentence that an operator understands
 */
public record Finding(Rule rule, int hop, OptionalLong asn, Optional<Bytes> ski, String message) {
    /** A finding about the whole path or update. */
    public static Finding ofPath(Rule rule, String message) {
        return new Finding(rule, 0, OptionalLong.empty(), Optional.empty(), message);
    }

    /** A finding about one hop. */
    public static Finding ofHop(Rule rule, int hop, long asn, Optional<Bytes> ski, String message) {
        return new Finding(rule, hop, OptionalLong.of(asn), ski, message);
    }
}
