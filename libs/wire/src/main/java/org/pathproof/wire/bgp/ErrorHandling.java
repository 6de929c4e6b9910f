// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** The approaches to an error in an UPDATE (RFC 7606 section 2), the mildest first. */
public enum ErrorHandling {
    /** The UPDATE is used as it is. */
    NO_ERROR("no error"),
    /** The attribute is ignored, and the rest of the UPDATE is used. */
    ATTRIBUTE_DISCARD("attribute discard"),
    /** The routes that the UPDATE announces count as withdrawn. */
    TREAT_AS_WITHDRAW("treat-as-withdraw"),
    /** The receiver sends a NOTIFICATION and ends the session. */
    SESSION_RESET("session reset");

    private final String text;

    ErrorHandling(String text) {
        this.text = text;
    }

    /** Returns the name in RFC 7606. */
    public String text() {
        return text;
    }

    /** Returns true if the routes of the UPDATE must not be used. */
    public boolean withdraws() {
        return this == TREAT_AS_WITHDRAW || this == SESSION_RESET;
    }

    /** Returns the stronger approach of two (RFC 7606 section 3(h)). */
    public ErrorHandling orStronger(ErrorHandling other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** Returns the milder approach of two. */
    public ErrorHandling orMilder(ErrorHandling other) {
        return compareTo(other) <= 0 ? this : other;
    }
}
