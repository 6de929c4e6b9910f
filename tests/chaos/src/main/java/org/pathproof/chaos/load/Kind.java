// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.load;

import org.pathproof.contracts.v1.PathState;

/** What a neighbour can announce about a prefix, and which verdicts on it are possible once there were keys. */
public enum Kind {
    /** Signed well, by keys that always stay in the RPKI. */
    GOOD,
    /** Signed well, by way of an AS whose key comes and goes. */
    DETOUR,
    /** The signature of a hop was changed. */
    FORGED,
    /** Signed well, for somebody else. */
    MISDIRECTED,
    /** Signed well, by a key that never was in the RPKI. */
    ROGUE,
    /** A BGPsec_PATH whose end is missing. */
    TRUNCATED,
    /** An AS_PATH. */
    PLAIN;

    /**
     * Whether a verdict may ever be seen.
     *
     * @param keysLoaded whether there were keys at any time before
     */
    public boolean allows(PathState state, boolean keysLoaded) {
        return switch (state) {
            case VALID -> keysLoaded && (this == GOOD || this == DETOUR);
            case NOT_VALID -> keysLoaded && (this == DETOUR || this == FORGED || this == MISDIRECTED || this == ROGUE);
            case MALFORMED -> this == TRUNCATED;
            case UNSIGNED -> this == PLAIN;
            case UNVERIFIED -> true; // nothing is claimed: a validator without keys says it of every route
            case UNRECOGNIZED -> false;
        };
    }
}
