// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathValidation;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.PathVerifier;

/**
 * A path that was prepared for validation under an RPKI set, with the verification results of its signatures.
 *
 * @param validation the prepared path; null if there is none
 * @param under the set in which the keys were looked up
 * @param verified bit {@code from + i} is set if check {@code i} of the path verifies
 * @param from the index of the first check in its batch
 */
public record SignatureResults(
        @Nullable PathValidation validation, @Nullable RpkiSet under, BitSet verified, int from) {
    /** No path and no results. */
    public static final SignatureResults NONE = new SignatureResults(null, null, new BitSet(), 0);

    /**
     * Returns a path verifier that uses these results, and {@code otherwise} if the RPKI set is not that of the
     * validation.
     */
    public PathVerifier orElse(PathVerifier otherwise) {
        PathValidation known = validation;
        if (known == null) {
            return otherwise;
        }
        return (a, rpki) ->
                isUnder(rpki) ? new PathVerifier.VerifiedPath(known, verified, from) : otherwise.verify(a, rpki);
    }

    /** Compares by identity, because after a reload another set may have the same serial and different keys. */
    @SuppressWarnings("ReferenceEquality")
    private boolean isUnder(RpkiSet rpki) {
        return under == rpki;
    }
}
