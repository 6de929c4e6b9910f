// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * The origin validation state of a route, with the covering VRPs (RFC 6811 section 2). The lists of unmatched VRPs are
 * the same as in Routinator's validity API.
 *
 * @param reason for an invalid route: {@code as} if a covering VRP allows the length but not the AS, else
 *     {@code length}
 * @param matched covering VRPs of this origin that allow the length
 * @param unmatchedAs covering VRPs of other origins that allow the length
 * @param unmatchedLength covering VRPs of any origin whose maxLength is too short
 */
public record OriginValidation(
        OriginState state,
        Optional<String> reason,
        List<Vrp> matched,
        List<Vrp> unmatchedAs,
        List<Vrp> unmatchedLength) {

    /**
     * Validates a route whose origin AS may be uncertain. The result is empty if it depends on the true origin AS: a
     * covering VRP could match another AS than the given one.
     */
    public static Optional<OriginValidation> of(Prefix prefix, RouteOrigin origin, VrpLookup vrps) {
        OriginValidation validation = of(prefix, origin.asn(), vrps);
        boolean undecided = !origin.certain()
                && validation.state() == OriginState.INVALID
                && validation.unmatchedAs().stream().anyMatch(vrp -> vrp.asn() != 0);
        return undecided ? Optional.empty() : Optional.of(validation);
    }

    /**
     * Validates a route.
     *
     * @param originAs the origin AS; empty for a path that ends with an AS_SET. No VRP matches a route without an
     *     origin AS
     */
    public static OriginValidation of(Prefix prefix, OptionalLong originAs, VrpLookup vrps) {
        List<Vrp> matched = new ArrayList<>();
        List<Vrp> unmatchedAs = new ArrayList<>();
        List<Vrp> unmatchedLength = new ArrayList<>();
        for (Vrp vrp : vrps.covering(prefix)) {
            // AS 0 in a VRP matches no route (RFC 6811 section 2, RFC 6483 section 4), not even a route of AS 0.
            boolean ofOrigin = vrp.asn() != 0 && originAs.isPresent() && originAs.getAsLong() == vrp.asn();
            if (prefix.length() > vrp.maxLength()) {
                unmatchedLength.add(vrp);
            } else if (!ofOrigin) {
                unmatchedAs.add(vrp);
            } else {
                matched.add(vrp);
            }
        }
        OriginState state;
        Optional<String> reason = Optional.empty();
        if (!matched.isEmpty()) {
            state = OriginState.VALID;
        } else if (unmatchedAs.isEmpty() && unmatchedLength.isEmpty()) {
            state = OriginState.NOT_FOUND;
        } else {
            state = OriginState.INVALID;
            reason = Optional.of(unmatchedAs.isEmpty() ? "length" : "as");
        }
        return new OriginValidation(
                state, reason, List.copyOf(matched), List.copyOf(unmatchedAs), List.copyOf(unmatchedLength));
    }
}
