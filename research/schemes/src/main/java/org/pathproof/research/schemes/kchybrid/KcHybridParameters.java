// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kchybrid;

import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.kcmt.KcMtParameters;
import org.pathproof.research.schemes.rsa.FullDomainHash;

/**
 * Parameters of KC-Hybrid.
 *
 * @param tree parameters of signatures with hash trees
 * @param rsa hash of signatures with RSA; has the length of the moduli
 * @param rsaShare number of ASes that prefer RSA for each AS that prefers hash trees
 */
record KcHybridParameters(ParameterSet set, KcMtParameters tree, FullDomainHash rsa, int rsaShare) {
    /** Returns the algorithm with which an AS signs: every AS of {@code rsaShare + 1} prefers hash trees. */
    Primary primary(long asn) {
        return asn % (rsaShare + 1) == 0 ? Primary.TREE : Primary.RSA;
    }

    /** The algorithm with which a speaker signs. */
    enum Primary {
        TREE,
        RSA
    }
}
