// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathExamination;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.PathExaminer;

/**
 * What is known about the path of one route: it was taken apart, under some RPKI set, and its signatures were verified.
 *
 * @param examination of the path; null when there is none
 * @param under the keys that the examination looked up
 * @param verified bit {@code from + i} answers question {@code i} of the examination
 * @param from where the answers begin in the batch that they were part of
 */
public record Answers(
        @Nullable PathExamination examination, @Nullable RpkiSet under, BitSet verified, int from) {
    /** Nothing is known. */
    public static final Answers NONE = new Answers(null, null, new BitSet(), 0);

    /** Judges from these answers, and by asking {@code otherwise} under another set than that of the examination. */
    public PathExaminer orElse(PathExaminer otherwise) {
        PathExamination known = examination;
        if (known == null) {
            return otherwise;
        }
        return (a, rpki) -> isUnder(rpki)
                ? new PathExaminer.Examined(known.path(), known.conclude(verified, from))
                : otherwise.examine(a, rpki);
    }

    /** Another set may hold other keys under the same serial, after a reload: the same object cannot. */
    @SuppressWarnings("ReferenceEquality")
    private boolean isUnder(RpkiSet rpki) {
        return under == rpki;
    }
}
