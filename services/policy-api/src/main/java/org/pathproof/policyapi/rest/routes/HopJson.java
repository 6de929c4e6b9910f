// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.routes.ContractTypes;

/**
 * A hop of a BGPsec path.
 *
 * @param hop 1 is the origin
 * @param flags flags of the Secure_Path Segment as a number (128 is Confed_Segment)
 * @param ski SKI in the deciding Signature_Block, hexadecimal
 * @param result result of the signature check
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HopJson(
        int hop,
        long asn,
        int pcount,
        int flags,
        @Nullable String ski,
        @Nullable String result) {
    /** Converts a hop of a verdict with the given state. */
    static HopJson of(Hop hop, int number, PathState state) {
        return new HopJson(
                number,
                Integer.toUnsignedLong(hop.getAsn()),
                hop.getPcount(),
                hop.getFlags(),
                JsonText.hex(hop.getSki()),
                JsonText.orNull(ContractTypes.resultOf(hop, state)));
    }
}
