// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** The result of reading a field with one encoding, without knowledge of the session. */
public enum Fit {
    /** The field can be read, and a router can have sent the result. */
    CLEAN,
    /** The field can be read, but no router sends the result: a prefix is repeated, or has bits after its length. */
    UNUSUAL,
    /** The field cannot be read: a length exceeds its maximum, or the field ends within an element. */
    UNREADABLE;

    /** Returns the worse of two results. */
    Fit and(Fit other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
