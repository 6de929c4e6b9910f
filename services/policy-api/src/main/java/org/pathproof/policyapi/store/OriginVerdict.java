// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.OriginState;

/** The origin validity that a verdict carries: the three states of RFC 6811, and "unverified" while no RPKI set was complete. */
public enum OriginVerdict {
    VALID,
    INVALID,
    NOT_FOUND,
    UNVERIFIED;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Of a label; throws IllegalArgumentException for any other text. */
    public static OriginVerdict ofLabel(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Of a verdict's; null is one of a newer validator. */
    static OriginVerdict of(@Nullable OriginState state) {
        return switch (state) {
            case ORIGIN_VALID -> VALID;
            case ORIGIN_INVALID -> INVALID;
            case ORIGIN_NOT_FOUND -> NOT_FOUND;
            case ORIGIN_UNVERIFIED, UNRECOGNIZED -> UNVERIFIED;
            case null -> UNVERIFIED;
        };
    }
}
