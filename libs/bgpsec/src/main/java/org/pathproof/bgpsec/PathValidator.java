// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import org.pathproof.wire.Bytes;

/** Judges one BGPsec_PATH (RFC 8205 section 5.2). */
public final class PathValidator {
    private PathValidator() {}

    /**
     * Judges a path: form first (checks 1 to 8), then all signatures of its supported blocks in one call of {@code verifier}.
     *
     * @param attribute the value of the BGPsec_PATH attribute
     * @param explain judge all hops and blocks, and compute digests for all of them, also where the result is certain earlier
     */
    public static Judgement judge(
            Bytes attribute, PathContext context, KeyLookup keys, SignatureVerifier verifier, boolean explain) {
        throw new UnsupportedOperationException("being written: " + attribute + context + keys + verifier + explain);
    }

    /**
     * The questions that {@link #judge} will ask for this path under these keys: what a batch that is verified ahead is made of.
     * Empty when the form is broken or no signature needs to be verified.
     */
    public static List<SignatureCheck> checks(Bytes attribute, PathContext context, KeyLookup keys) {
        throw new UnsupportedOperationException("being written: " + attribute + context + keys);
    }
}
