// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.Locale;
import java.util.Optional;
import org.pathproof.bgpsec.AspaState;

/**
 * The result of AS path verification in a verdict: the three states of draft-ietf-sidrops-aspa-verification section 6,
 * and "not verified" if the role of the peer is unknown, or if there was no complete RPKI set.
 */
public enum AspaVerdict {
    VALID,
    INVALID,
    UNKNOWN,
    NOT_VERIFIED;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the state for policies, to which an unverified path is unknown. */
    public AspaState state() {
        return switch (this) {
            case VALID -> AspaState.VALID;
            case INVALID -> AspaState.INVALID;
            case UNKNOWN, NOT_VERIFIED -> AspaState.UNKNOWN;
        };
    }

    /** Returns the constant for a verdict; {@code state} is empty if the path was not verified. */
    static AspaVerdict of(Optional<AspaState> state) {
        return state.map(verified -> switch (verified) {
                    case VALID -> VALID;
                    case INVALID -> INVALID;
                    case UNKNOWN -> UNKNOWN;
                })
                .orElse(NOT_VERIFIED);
    }
}
