// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

/** Validity of a route's origin (RFC 6811 section 2). */
public enum OriginState {
    VALID("valid"),
    INVALID("invalid"),
    NOT_FOUND("not-found");

    private final String label;

    OriginState(String label) {
        this.label = label;
    }

    /** As Routinator and routers write it. */
    public String label() {
        return label;
    }
}
