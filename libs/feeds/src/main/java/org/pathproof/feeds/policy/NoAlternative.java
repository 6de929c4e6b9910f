// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

/** The handling of a prefix for which a router has no accepted path. */
public enum NoAlternative {
    /** The router keeps its path, and the prefix is reported. */
    KEEP("keep"),
    /** The path is in the exported prefix sets. The router keeps its path until a filter with such a set removes it. */
    LIST("list");

    private final String label;

    NoAlternative(String label) {
        this.label = label;
    }

    /** Returns the name in policy documents. */
    public String label() {
        return label;
    }
}
