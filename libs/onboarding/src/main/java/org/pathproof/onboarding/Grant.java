// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.util.Locale;

/**
 * Rights of peers that the description in a router's certificate may request. A right holds only if the operator's
 * policy permits it.
 */
public enum Grant {
    /** Peers may send pCount 0. */
    TRANSPARENT_PEERS,
    /** Paths of peers may contain the local AS. */
    LOOP_ALLOWED_PEERS,
    /** Peers may send BGPsec_PATH beside AS_PATH on a session without BGPsec. */
    DUAL_PATH_PEERS,
    /** Peers have a role for ASPA. */
    ROLES;

    /** Returns the name in settings and descriptions. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
