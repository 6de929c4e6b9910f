// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import java.util.Optional;

/**
 * Algorithm suites that somebody supports. Any other suite is skipped, and a path that uses only others is unsigned (RFC 8205
 * section 5.2): unassigned, experimental and documentation numbers alike (RFC 8608 section 2.1).
 */
public record AlgorithmSuites(List<AlgorithmSuite> suites) {
    /** Those that RFC 8608 assigns: ECDSA P-256 with SHA-256, suite 1. */
    public static final AlgorithmSuites STANDARD = new AlgorithmSuites(List.of(new EcdsaP256Suite()));

    /** Says that the experimental suite is not supported. */
    public static final int NO_P384 = 0;

    public AlgorithmSuites {
        suites = List.copyOf(suites);
    }

    /**
     * The assigned ones, and ECDSA P-384 with SHA-384 under a number for experiments.
     *
     * @param id 247 to 250 (RFC 8608 section 2.1), which all who take part have agreed on; {@link #NO_P384} for the assigned ones only
     * @throws IllegalArgumentException for any other number
     */
    public static AlgorithmSuites withP384(int id) {
        return id == NO_P384 ? STANDARD : new AlgorithmSuites(List.of(new EcdsaP256Suite(), new EcdsaP384Suite(id)));
    }

    /** The suite of this number, if it is supported. */
    Optional<AlgorithmSuite> of(int id) {
        return suites.stream().filter(s -> s.id() == id).findFirst();
    }

    /** Numbers that must not stand in a Signature_Block: with one of them the update is malformed (RFC 8608 section 2.1). */
    static boolean isReserved(int id) {
        return id == 0 || id == 0xff;
    }
}
