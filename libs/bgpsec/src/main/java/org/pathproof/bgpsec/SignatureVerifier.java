// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/** Verifies batches of signatures. Safe for use by several threads. */
@FunctionalInterface
public interface SignatureVerifier {
    /**
     * Returns a set with bit {@code i} set if and only if {@code checks.get(i)} verifies. Throws no exception, even for
     * malformed keys and signatures.
     */
    BitSet verify(List<SignatureCheck> checks);

    /**
     * Returns the suites that this verifier supports. Signature_Blocks of other suites are skipped (RFC 8205 section
     * 5.2).
     */
    default AlgorithmSuites suites() {
        return AlgorithmSuites.STANDARD;
    }

    /** Returns a verifier with the same suites. Its results come from {@code engine}. */
    default SignatureVerifier withEngine(Function<List<SignatureCheck>, BitSet> engine) {
        AlgorithmSuites same = suites();
        return new SignatureVerifier() {
            @Override
            public BitSet verify(List<SignatureCheck> checks) {
                return engine.apply(checks);
            }

            @Override
            public AlgorithmSuites suites() {
                return same;
            }
        };
    }
}
