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
    public static PathResult validate(
            Bytes attribute, PathContext context, KeyLookup keys, SignatureVerifier verifier, boolean explain) {
        return validateAll(List.of(new Path(attribute, context)), keys, verifier, explain)
                .getFirst();
    }

    /** Validates many paths with one call of {@code verifier}. The results are in the order of the paths. */
    public static List<PathResult> validateAll(
            List<Path> paths, KeyLookup keys, SignatureVerifier verifier, boolean explain) {
        return validateAll(paths, keys, verifier, explain, verifier.suites());
    }

    static List<PathResult> validateAll(
            List<Path> paths, KeyLookup keys, SignatureVerifier verifier, boolean explain, AlgorithmSuites suites) {
        List<SignatureCheck> checks = new ArrayList<>();
        List<PathValidation> validations = new ArrayList<>(paths.size());
        int[] from = new int[paths.size()];
        for (Path path : paths) {
            PathValidation validation = new PathValidation(path.attribute(), path.context(), keys, suites, explain);
            from[validations.size()] = checks.size();
            validations.add(validation);
            checks.addAll(validation.checks());
        }
        BitSet verified = checks.isEmpty() ? new BitSet() : verifier.verify(Collections.unmodifiableList(checks));
        List<PathResult> pathResults = new ArrayList<>(paths.size());
        for (int i = 0; i < from.length; i++) {
            pathResults.add(validations.get(i).conclude(verified, from[i]));
        }
        return Collections.unmodifiableList(pathResults);
    }

    /**
     * Checks the syntax of a path and collects the signatures to verify. This is the first half of {@link #validate}
     * without {@code explain}. The second half is {@link PathValidation#conclude}, after the caller has verified the
     * signatures of many paths.
     *
     * @param suites the suites of the verifier that will verify the signatures
     */
    public static PathValidation prepare(Bytes attribute, PathContext context, KeyLookup keys, AlgorithmSuites suites) {
        return new PathValidation(attribute, context, keys, suites, false);
    }
}
