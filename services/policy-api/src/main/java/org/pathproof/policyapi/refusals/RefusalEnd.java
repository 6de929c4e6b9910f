// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

/** The reason why a refused route is no longer remembered. */
enum RefusalEnd {
    /** The neighbor announced an accepted path. */
    ACCEPTED_PATH("accepted-path"),
    /** The session with the neighbor has been down for {@code pathproof.feeds.router-hold}. */
    NEIGHBOR_DOWN("neighbor-down"),
    /** The record of the session was deleted. */
    NEIGHBOR_GONE("neighbor-gone"),
    /** Under the present RPKI data, the remembered path is valid. */
    RPKI_DATA("rpki-data"),
    /** Nothing has told about the route for {@code pathproof.policy-api.export-memory}. */
    AGE("age"),
    OPERATOR("operator");

    private final String label;

    RefusalEnd(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
