// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

/** The result of verifying a route. */
public sealed interface Verification {
    /** All checks of the scheme passed. */
    record Valid() implements Verification {}

    /**
     * A check failed.
     *
     * @param hop the failing hop, 1 for the origin; 0 if the scheme cannot locate it
     * @param asn AS of that hop; 0 if the scheme cannot locate it
     * @param reason a sentence for operators
     */
    record Invalid(int hop, long asn, String reason) implements Verification {}

    static Verification valid() {
        return new Valid();
    }

    /** Returns the failure of a hop. */
    static Verification ofHop(int hop, long asn, String reason) {
        return new Invalid(hop, asn, reason);
    }

    /** Returns a failure without a known hop. */
    static Verification ofPath(String reason) {
        return new Invalid(0, 0, reason);
    }

    default boolean isValid() {
        return this instanceof Valid;
    }
}
