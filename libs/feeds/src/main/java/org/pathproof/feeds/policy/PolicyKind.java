// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

/** The effect of Pathproof on the routers of a group. */
public enum PolicyKind {
    /** Nothing is announced. */
    OBSERVE("observe"),
    /** Paths are announced with their original attributes and with communities for their states. */
    TAG("tag"),
    /**
     * An accepted path overrides a path that is not accepted. By default, NOT_VALID, UNSIGNED and MALFORMED paths are
     * not accepted. Prefixes without an accepted path are reported.
     */
    PREFER_VALID("prefer-valid"),
    /**
     * As {@link #PREFER_VALID}, but UNSIGNED paths are accepted by default. Prefixes without an accepted path can also
     * be listed in the exported prefix sets.
     */
    REJECT_NOT_VALID("reject-not-valid");

    private final String label;

    PolicyKind(String label) {
        this.label = label;
    }

    /** Returns the name in policy documents. */
    public String label() {
        return label;
    }

    /** Returns true for the policies that announce overrides. */
    public boolean overrides() {
        return this == PREFER_VALID || this == REJECT_NOT_VALID;
    }
}
