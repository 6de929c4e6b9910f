// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import java.util.Optional;

/**
 * The algorithm suites that are supported. Any other suite is skipped, and a path that uses only others is unsigned (RFC 8205
 * section 5.2): unassigned, experimental and documentation numbers alike (RFC 8608 section 2.1).
 */
record AlgorithmSuites(List<AlgorithmSuite> suites) {
    static final AlgorithmSuites SUPPORTED = new AlgorithmSuites(List.of(new EcdsaP256Suite()));

    /** The suite of this number, if it is supported. */
    Optional<AlgorithmSuite> of(int id) {
        return suites.stream().filter(s -> s.id() == id).findFirst();
    }

    /** Numbers that must not stand in a Signature_Block: with one of them the update is malformed (RFC 8608 section 2.1). */
    static boolean isReserved(int id) {
        return id == 0 || id == 0xff;
    }
}
