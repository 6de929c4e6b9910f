// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathExamination;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.PathExaminer;

/**
 * The examination of one path under an RPKI set, with the verification results of its signatures.
 *
 * @param examination the examination of the path; null if there is none
 * @param under the set in which the examination looked up keys
 * @param verified bit {@code from + i} answers question {@code i} of the examination
 * @param from the index of the first answer in its batch
 */
public record Answers(
        @Nullable PathExamination examination, @Nullable RpkiSet under, BitSet verified, int from) {
    /** No examination and no answers. */
    public static final Answers NONE = new Answers(null, null, new BitSet(), 0);

    /**
     * Returns an examiner that uses these answers, and {@code otherwise} if the RPKI set is not that of the
     * examination.
     */
    public PathExaminer orElse(PathExaminer otherwise) {
        PathExamination known = examination;
        if (known == null) {
            return otherwise;
        }
        return (a, rpki) ->
                isUnder(rpki) ? new PathExaminer.Examined(known, verified, from) : otherwise.examine(a, rpki);
    }

    /** Compares by identity, because after a reload another set may have the same serial and different keys. */
    @SuppressWarnings("ReferenceEquality")
    private boolean isUnder(RpkiSet rpki) {
        return under == rpki;
    }
}
