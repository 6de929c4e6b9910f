// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

/** The reason why a policy does not accept a path. */
public enum Refusal {
    NOT_VALID("not-valid"),
    UNSIGNED("unsigned"),
    MALFORMED("malformed"),
    ORIGIN_INVALID("origin-invalid"),
    ASPA_INVALID("aspa-invalid");

    private final String label;

    Refusal(String label) {
        this.label = label;
    }

    /** Returns the name in policy documents and explanations. */
    public String label() {
        return label;
    }
}
