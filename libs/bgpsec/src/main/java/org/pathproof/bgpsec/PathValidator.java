// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.pathproof.wire.Bytes;

/**
 * Judges BGPsec_PATHs (RFC 8205 section 5.2).
 *
 * <p>Without {@code explain} nothing is verified whose outcome cannot change the result: no signature of a path whose form is
 * broken, and none of a Signature_Block that lacks a key. With it, everything that can be said about every hop is said, also about
 * what is wrong in a second block of a VALID path. The state is the same either way.
 */
public final class PathValidator {
    private PathValidator() {}

    /** A path and what is known of where it came from. */
    public record Path(Bytes attribute, PathContext context) {}

    /**
     * Judges a path: form first (checks 1 to 8), then all signatures of its supported blocks in one call of {@code verifier}.
     *
     * @param attribute the value of the BGPsec_PATH attribute
     * @param explain judge all hops and blocks, and compute digests for all of them, also where the result is certain earlier
     */
    public static Judgement judge(
            Bytes attribute, PathContext context, KeyLookup keys, SignatureVerifier verifier, boolean explain) {
        return judgeAll(List.of(new Path(attribute, context)), keys, verifier, explain)
                .getFirst();
    }

    /** Judges many paths with one call of {@code verifier}: the judgements in the order of the paths. */
    public static List<Judgement> judgeAll(
            List<Path> paths, KeyLookup keys, SignatureVerifier verifier, boolean explain) {
        return judgeAll(paths, keys, verifier, explain, verifier.suites());
    }

    static List<Judgement> judgeAll(
            List<Path> paths, KeyLookup keys, SignatureVerifier verifier, boolean explain, AlgorithmSuites suites) {
        List<SignatureCheck> questions = new ArrayList<>();
        List<PathExamination> examinations = new ArrayList<>(paths.size());
        int[] from = new int[paths.size()];
        for (Path path : paths) {
            PathExamination examination = new PathExamination(path.attribute(), path.context(), keys, suites, explain);
            from[examinations.size()] = questions.size();
            examinations.add(examination);
            questions.addAll(examination.questions());
        }
        BitSet answers = questions.isEmpty() ? new BitSet() : verifier.verify(Collections.unmodifiableList(questions));
        List<Judgement> judgements = new ArrayList<>(paths.size());
        for (int i = 0; i < from.length; i++) {
            judgements.add(examinations.get(i).conclude(answers, from[i]));
        }
        return Collections.unmodifiableList(judgements);
    }

    /**
     * The first half of {@link #judge} without {@code explain}, for a batch that is verified ahead: what will be asked about this path
     * under these keys. The second half is {@link PathExamination#conclude}.
     *
     * @param suites those of the verifier that will answer
     */
    public static PathExamination examine(
            Bytes attribute, PathContext context, KeyLookup keys, AlgorithmSuites suites) {
        return new PathExamination(attribute, context, keys, suites, false);
    }
}
