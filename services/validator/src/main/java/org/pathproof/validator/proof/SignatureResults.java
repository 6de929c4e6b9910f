// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathValidation;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.PathOutcome;
import org.pathproof.validator.route.PathVerifier;
import org.pathproof.validator.route.RouteRecord;

/**
 * A path that was prepared for validation under an RPKI set, with the verification results of its signatures, or with
 * its outcome.
 *
 * @param known the outcome of a path whose proof a stored row has; null if there is none
 * @param validation the prepared path; null if there is none
 * @param under the set in which the keys were looked up
 * @param verified bit {@code from + i} is set if check {@code i} of the path verifies
 * @param from the index of the first check in its batch
 */
public record SignatureResults(
        @Nullable PathOutcome known,
        @Nullable PathValidation validation,
        @Nullable RpkiSet under,
        BitSet verified,
        int from) {
    /** No path and no results. */
    public static final SignatureResults NONE = new SignatureResults(null, null, null, new BitSet(), 0);

    /** Returns the results of a prepared path. */
    public static SignatureResults of(PathValidation validation, RpkiSet under, BitSet verified, int from) {
        return new SignatureResults(null, validation, under, verified, from);
    }

    /** Returns the results of a path with this outcome. */
    static SignatureResults known(PathOutcome outcome, RpkiSet under) {
        return new SignatureResults(outcome, null, under, NONE.verified, 0);
    }

    /**
     * Returns a path verifier that uses these results, and {@code otherwise} if the RPKI set is not that of the
     * validation.
     */
    public PathVerifier orElse(PathVerifier otherwise) {
        return known == null && validation == null ? otherwise : new Known(this, otherwise);
    }

    private record Known(SignatureResults results, PathVerifier otherwise) implements PathVerifier {
        @Override
        public VerifiedPath verify(RouteRecord.Announced a, RpkiSet rpki) {
            PathValidation prepared = results.validation;
            return prepared != null && results.isUnder(rpki)
                    ? new VerifiedPath(prepared, results.verified, results.from)
                    : otherwise.verify(a, rpki);
        }

        @Override
        public @Nullable PathOutcome known(RpkiSet rpki) {
            return results.isUnder(rpki) ? results.known : null;
        }
    }

    /** Compares by identity, because after a reload another set may have the same serial and different keys. */
    @SuppressWarnings("ReferenceEquality")
    private boolean isUnder(RpkiSet rpki) {
        return under == rpki;
    }
}
