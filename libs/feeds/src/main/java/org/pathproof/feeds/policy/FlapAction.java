// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

/** The handling of a prefix that flap damping holds. */
public enum FlapAction {
    /** The last override stays while its path is accepted, also if no path is refused any more. */
    KEEP("keep"),
    /** The override is withdrawn, and the router has its own choice until the release. */
    WITHDRAW("withdraw");

    private final String label;

    FlapAction(String label) {
        this.label = label;
    }

    /** Returns the name in policy documents. */
    public String label() {
        return label;
    }
}
