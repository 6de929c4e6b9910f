// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.spv;

import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.hors.HashFamily;
import org.pathproof.research.schemes.hors.HorsShape;
import org.pathproof.research.schemes.keys.RegularKey;

/**
 * Parameters of SPV.
 *
 * @param shape shape of a single-ASN key
 * @param positions maximum length of a path, a power of 2
 * @param epochs number of epochs that one multi-epoch public key covers, a power of 2
 * @param epochSeconds length of an epoch
 * @param regular algorithm of the keys that sign multi-epoch public keys
 */
record SpvParameters(
        ParameterSet set,
        HashFamily hash,
        HorsShape shape,
        int positions,
        int epochs,
        int epochSeconds,
        RegularKey.Algorithm regular) {
    /** Returns the number of degradations of the values of a hop in a path of {@code length} hops. */
    int level(int hop, int length) {
        return Math.min(length - 1 - hop, shape.degradations());
    }
}
