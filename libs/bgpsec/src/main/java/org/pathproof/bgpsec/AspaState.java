// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

/** The result of AS path verification by ASPA (draft-ietf-sidrops-aspa-verification section 6). */
public enum AspaState {
    VALID("valid"),
    INVALID("invalid"),
    /** ASPA records attest only a part of the path, or the path is not verified. */
    UNKNOWN("unknown");

    private final String label;

    AspaState(String label) {
        this.label = label;
    }

    /** Returns the name that REST and routers print. */
    public String label() {
        return label;
    }
}
