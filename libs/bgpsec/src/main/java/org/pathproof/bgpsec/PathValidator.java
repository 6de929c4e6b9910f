// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.pathproof.wire.Bytes;

/**
 * Validates BGPsec_PATHs (RFC 8205 section 5.2).
 *
 * <p>Without {@code explain}, signatures that cannot change the state are not verified: signatures of a malformed path,
 * and of a Signature_Block with a missing key. With {@code explain}, all signatures are verified and all findings are
 * reported, including those on a second block of a VALID path. The state is the same in both cases.
 */
public final class PathValidator {
    private PathValidator() {}

    /**
     * A path and its context.
     *
     * @param attribute the value of the BGPsec_PATH attribute
     */
    public record Path(Bytes attribute, PathContext context) {}

    /**
     * Validates a path. Checks first the syntax (checks 1 to 3 and 5 to 8 of RFC 8205 section 5.2), and then all
     * signatures of the supported blocks with one call of {@code verifier}.
     *
     * @param attribute the value of the BGPsec_PATH attribute
     * @param explain true to verify the signatures of all hops and blocks, even if the state is already certain
     */
    public static Judgement judge(
            Bytes attribute, PathContext context, KeyLookup keys, SignatureVerifier verifier, boolean explain) {
        return judgeAll(List.of(new Path(attribute, context)), keys, verifier, explain)
                .getFirst();
    }

    /** Validates many paths with one call of {@code verifier}. The judgements are in the order of the paths. */
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
     * Checks the syntax of a path and collects the signatures to verify. This is the first half of {@link #judge}
     * without {@code explain}. The second half is {@link PathExamination#conclude}, after the caller has verified the
     * signatures of many paths.
     *
     * @param suites the suites of the verifier that will verify the signatures
     */
    public static PathExamination examine(
            Bytes attribute, PathContext context, KeyLookup keys, AlgorithmSuites suites) {
        return new PathExamination(attribute, context, keys, suites, false);
    }
}
