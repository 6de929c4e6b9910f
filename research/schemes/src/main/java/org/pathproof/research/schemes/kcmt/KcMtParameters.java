// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcmt;

import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.hors.ForgeryProbability;
import org.pathproof.research.schemes.hors.HashFamily;
import org.pathproof.research.schemes.hors.HorsShape;
import org.pathproof.research.schemes.keys.RegularKey;

/**
 * Parameters of KC-MT.
 *
 * @param shape shape of an attestation key
 * @param maxSignatures number of signatures that one attestation key may make, Σ in the paper
 * @param regular algorithm of the keys that sign the hop of an origin
 */
public record KcMtParameters(
        ParameterSet set, HashFamily hash, HorsShape shape, int maxSignatures, RegularKey.Algorithm regular) {
    /**
     * Returns parameters with the largest number of signatures that keeps the probability of a forgery at or below a
     * limit.
     */
    static KcMtParameters within(
            double limit, ParameterSet set, HashFamily hash, HorsShape shape, RegularKey.Algorithm regular) {
        return new KcMtParameters(set, hash, shape, ForgeryProbability.maxSignatures(shape, limit), regular);
    }
}
