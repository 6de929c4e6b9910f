// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.Locale;
import java.util.Optional;
import org.pathproof.bgpsec.OriginState;

/**
 * The origin validity in a verdict: the three states of RFC 6811 section 2, and "unverified" if there was no complete
 * RPKI set, or if the state depends on an origin AS that is unknown.
 */
public enum OriginVerdict {
    VALID,
    INVALID,
    NOT_FOUND,
    UNVERIFIED;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the constant of a label; throws IllegalArgumentException for any other text. */
    public static OriginVerdict ofLabel(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns the origin validity of a verdict; {@code state} is empty if the origin was not validated. */
    static OriginVerdict of(Optional<OriginState> state) {
        return state.map(validated -> switch (validated) {
                    case VALID -> VALID;
                    case INVALID -> INVALID;
                    case NOT_FOUND -> NOT_FOUND;
                })
                .orElse(UNVERIFIED);
    }
}
