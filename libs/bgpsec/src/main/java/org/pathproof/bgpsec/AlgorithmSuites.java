// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import java.util.Optional;

/**
 * The supported algorithm suites. Signature_Blocks of other suites are skipped, and a path with only such blocks is
 * unsigned (RFC 8205 section 5.2). The same rule applies to unassigned, experimental and documentation numbers (RFC
 * 8608 section 2.1).
 */
public record AlgorithmSuites(List<AlgorithmSuite> suites) {
    /** The suite that RFC 8608 assigns: ECDSA P-256 with SHA-256, suite 1. */
    public static final AlgorithmSuites STANDARD = new AlgorithmSuites(List.of(new EcdsaP256Suite()));

    /** Argument of {@link #withP384} that disables the experimental suite. */
    public static final int NO_P384 = 0;

    public AlgorithmSuites {
        suites = List.copyOf(suites);
    }

    /**
     * Returns the assigned suite, and ECDSA P-384 with SHA-384 under an experimental number.
     *
     * @param id number that the participants agreed on, 247 to 250 (RFC 8608 section 2.1); {@link #NO_P384} for the
     *     assigned suite only
     * @throws IllegalArgumentException for any other number
     */
    public static AlgorithmSuites withP384(int id) {
        return id == NO_P384 ? STANDARD : new AlgorithmSuites(List.of(new EcdsaP256Suite(), new EcdsaP384Suite(id)));
    }

    /** Returns the suite with this number, or an empty result if it is not supported. */
    Optional<AlgorithmSuite> of(int id) {
        for (AlgorithmSuite suite : suites) {
            if (suite.id() == id) {
                return Optional.of(suite);
            }
        }
        return Optional.empty();
    }

    /** Returns true for the reserved numbers. An update with a reserved number is malformed (RFC 8608 section 2.1). */
    static boolean isReserved(int id) {
        return id == 0 || id == 0xff;
    }
}
