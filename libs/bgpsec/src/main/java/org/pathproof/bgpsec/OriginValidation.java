// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * The origin validity of a route, with the VRPs that decided it (RFC 6811 section 2).
 *
 * @param reason {@code as} or {@code length} when invalid: whether no covering VRP names the AS, or those that do are too short
 * @param matched covering VRPs of this origin that allow the length
 * @param unmatchedAs covering VRPs of other origins
 * @param unmatchedLength covering VRPs of this origin whose maxLength is too short
 */
public record OriginValidation(
        OriginState state,
        Optional<String> reason,
        List<Vrp> matched,
        List<Vrp> unmatchedAs,
        List<Vrp> unmatchedLength) {

    /**
     * Validates a route.
     *
     * @param originAs empty when the path has no origin (an AS_SET at its end, or no path): then no VRP matches
     */
    public static OriginValidation of(Prefix prefix, OptionalLong originAs, VrpLookup vrps) {
        throw new UnsupportedOperationException("being written: " + prefix + originAs + vrps);
    }
}
