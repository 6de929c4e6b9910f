// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.load;

import org.pathproof.contracts.v1.PathState;

/** The kinds of announcements, and the verdicts that are possible for each. */
public enum Kind {
    /** Valid signatures of keys that stay in the RPKI. */
    GOOD,
    /** Valid signatures, with a hop whose key is withdrawn and published again. */
    DETOUR,
    /** A hop with a modified signature. */
    FORGED,
    /** Valid signatures for another target AS. */
    MISDIRECTED,
    /** A valid signature of a key that is never in the RPKI. */
    ROGUE,
    /** A truncated BGPsec_PATH. */
    TRUNCATED,
    /** A plain AS_PATH. */
    PLAIN;

    /**
     * Returns true if a verdict is possible.
     *
     * @param keysLoaded true if the RPKI had keys at an earlier time
     */
    public boolean allows(PathState state, boolean keysLoaded) {
        return switch (state) {
            case VALID -> keysLoaded && (this == GOOD || this == DETOUR);
            case NOT_VALID -> keysLoaded && (this == DETOUR || this == FORGED || this == MISDIRECTED || this == ROGUE);
            case MALFORMED -> this == TRUNCATED;
            case UNSIGNED -> this == PLAIN;
            case UNVERIFIED -> true; // a validator without keys reports this state for every route
            case UNRECOGNIZED -> false;
        };
    }

    /**
     * Returns true if the policy {@code reject-not-valid} accepts the path.
     *
     * @param detourKey true if the key of {@link #DETOUR} is in the RPKI
     */
    public boolean isAccepted(boolean detourKey) {
        return switch (this) {
            case GOOD, PLAIN -> true;
            case DETOUR -> detourKey;
            case FORGED, MISDIRECTED, ROGUE, TRUNCATED -> false;
        };
    }
}
