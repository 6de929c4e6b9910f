// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

/** The origin validation state of a route (RFC 6811 section 2). */
public enum OriginState {
    VALID("valid"),
    INVALID("invalid"),
    NOT_FOUND("not-found");

    private final String label;

    OriginState(String label) {
        this.label = label;
    }

    /** Returns the name that Routinator and routers print. */
    public String label() {
        return label;
    }
}
