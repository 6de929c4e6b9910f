// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reasons for a verdict, hop by hop.
 *
 * @param route the route with its current verdict
 * @param basis {@code judged-now} if the path was validated again with the current keys; {@code verdict} if the hops
 *     are those of the stored verdict
 * @param state the result of the new validation, else the state of the verdict
 * @param summary the result in a few sentences
 * @param rpkiSerial serial of the RPKI set with the keys
 * @param aspa verification of the AS path by the current ASPAs; absent if the role of the peer is not known
 * @param hops hops of each Signature_Block in turn, origin first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ExplanationJson(
        RouteJson route,
        String basis,
        String state,
        String summary,
        @JsonProperty("rpki_serial") @Nullable Long rpkiSerial,
        List<FindingJson> findings,
        @Nullable AspaExplanationJson aspa,
        List<ExplainedHop> hops) {
    /**
     * A hop with its result.
     *
     * @param hop 1 is the origin
     * @param block index of the Signature_Block
     * @param suite algorithm suite of the block
     * @param targetAs the AS to which the hop has signed
     * @param digest hash of the signed bytes under the suite, hexadecimal
     * @param result result of the signature check
     * @param keys number of router keys that the RPKI holds for this AS and SKI; absent without an SKI or an RPKI set
     * @param explanation one sentence
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ExplainedHop(
            int hop,
            long asn,
            int pcount,
            int flags,
            @Nullable Integer block,
            @Nullable Integer suite,
            @Nullable String ski,
            @JsonProperty("target_as") @Nullable Long targetAs,
            @Nullable String digest,
            String result,
            @Nullable Integer keys,
            String explanation) {}
}
