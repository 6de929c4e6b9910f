// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.bgpsec.SignatureVerifier;

/**
 * What is known about the signatures of one route.
 *
 * @param checks the questions
 * @param verified bit {@code from + i} answers {@code checks.get(i)}
 * @param from where the answers begin in the batch that they were part of
 */
public record Answers(List<SignatureCheck> checks, BitSet verified, int from) {
    public static final Answers NONE = new Answers(List.of(), new BitSet(), 0);

    /** A verifier that takes these answers, and gives to {@code fallback} in one batch what they do not hold. */
    public SignatureVerifier orElse(SignatureVerifier fallback) {
        return fallback.answeredBy(asked -> answer(asked, fallback));
    }

    private BitSet answer(List<SignatureCheck> asked, SignatureVerifier fallback) {
        BitSet answers = new BitSet(asked.size());
        List<SignatureCheck> missing = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            int known = find(asked.get(i));
            if (known < 0) {
                missing.add(asked.get(i));
                places.add(i);
            } else {
                answers.set(i, verified.get(from + known));
            }
        }
        if (!missing.isEmpty()) {
            fallback.verify(missing).stream().forEach(bit -> answers.set(places.get(bit)));
        }
        return answers;
    }

    private int find(SignatureCheck asked) {
        for (int i = 0; i < checks.size(); i++) {
            SignatureCheck check = checks.get(i);
            // Digests of different hops differ, so that most comparisons end here.
            if (check.digest().equals(asked.digest()) && check.equals(asked)) {
                return i;
            }
        }
        return -1;
    }
}
