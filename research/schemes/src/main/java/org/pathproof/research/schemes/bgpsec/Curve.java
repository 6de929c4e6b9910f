// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.bgpsec;

import org.pathproof.bgpsec.AlgorithmSuites;

/** The algorithms of a parameter set. */
enum Curve {
    P256(1, "secp256r1", "SHA256withECDSA", 65),
    P384(0xf7, "secp384r1", "SHA384withECDSA", 97);

    /** Algorithm Suite Identifier. */
    final int suite;

    final String jdkName;
    final String jdkSignature;
    /** Length of an uncompressed point, the end of a SubjectPublicKeyInfo. */
    final int pointBytes;

    Curve(int suite, String jdkName, String jdkSignature, int pointBytes) {
        this.suite = suite;
        this.jdkName = jdkName;
        this.jdkSignature = jdkSignature;
        this.pointBytes = pointBytes;
    }

    AlgorithmSuites suites() {
        return this == P256 ? AlgorithmSuites.STANDARD : AlgorithmSuites.withP384(suite);
    }
}
