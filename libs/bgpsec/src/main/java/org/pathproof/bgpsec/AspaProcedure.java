// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

/**
 * The procedure that verifies the AS path of a route by ASPA. The procedure depends on the role of the neighbor that
 * sent the route (draft-ietf-sidrops-aspa-verification section 6).
 */
public enum AspaProcedure {
    /** The path is not verified: the neighbor is internal, or its role is unknown. */
    NONE("none"),
    /** The neighbor is a customer, a lateral peer, a route server, or the client of this route server. */
    UPSTREAM("upstream"),
    /** The neighbor is a provider. */
    DOWNSTREAM("downstream"),
    /**
     * The path is invalid, whatever ASPA records say: it is empty, has a segment other than AS_SEQUENCE, or does not
     * begin with the AS of the neighbor.
     */
    UNACCEPTABLE_PATH("unacceptable-path");

    private final String label;

    AspaProcedure(String label) {
        this.label = label;
    }

    /** Returns the name in REST. */
    public String label() {
        return label;
    }
}
