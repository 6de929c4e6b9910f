// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/** Verifies signatures, many at a time. Safe for use by several threads. */
@FunctionalInterface
public interface SignatureVerifier {
    /** Bit {@code i} of the answer is set if and only if {@code checks.get(i)} verifies. Never throws on any octets. */
    BitSet verify(List<SignatureCheck> checks);

    /** The suites whose signatures it can verify; Signature_Blocks of others are skipped (RFC 8205 section 5.2). */
    default AlgorithmSuites suites() {
        return AlgorithmSuites.STANDARD;
    }

    /** A verifier of the same suites that gets its answers from elsewhere. */
    default SignatureVerifier answeredBy(Function<List<SignatureCheck>, BitSet> answers) {
        AlgorithmSuites same = suites();
        return new SignatureVerifier() {
            @Override
            public BitSet verify(List<SignatureCheck> checks) {
                return answers.apply(checks);
            }

            @Override
            public AlgorithmSuites suites() {
                return same;
            }
        };
    }
}
